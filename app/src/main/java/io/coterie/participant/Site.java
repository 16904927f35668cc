package io.coterie.participant;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.ByteString;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.PeerText;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.method.LongWork;
import io.coterie.participant.CoordinatorLink.LinkException;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.Journal;
import io.coterie.store.ledger.LedgerWatch;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.trust.SiteCredentials;
import io.coterie.wire.v1.FederationProto.HelloReply;
import io.coterie.wire.v1.FederationProto.Trouble;
import io.grpc.ClientInterceptor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A site that takes part in studies of a coordinator. It calls; it is never called.
 *
 * <p>Not thread-safe.
 */
public final class Site implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Site.class);

  private final String name;
  private final Optional<SiteCredentials> credentials;
  private final String software;
  private final CoordinatorLink link;

  /**
   * Prepares a site; nothing is sent yet.
   *
   * @param name of the site
   * @param address of the coordinator, host and port
   * @param credentials the site's own; without them the connection is plain, to loopback only
   * @param software its version, for the coordinator's log
   */
  public Site(String name, String address, Optional<SiteCredentials> credentials, String software) {
    this(name, address, credentials, software, List.of());
  }

  Site(
      String name,
      String address,
      Optional<SiteCredentials> credentials,
      String software,
      List<ClientInterceptor> between) {
    this.name = requireNonNull(name, "name is null");
    this.credentials = requireNonNull(credentials, "credentials is null");
    this.software = requireNonNull(software, "software is null");
    this.link = new CoordinatorLink(name, address, credentials, between);
  }

  /** Asks what the study is; an empty name means the only one there is. */
  public Invitation invitation(String study) {
    HelloReply reply = asked(() -> link.hello(study, software));
    String theirs = PeerText.ascii(reply.getSoftware(), PeerText.NAME);
    Study offered = parse(reply.getText());
    if (!offered.hash().equals(reply.getHash())) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          "The coordinator's study and its hash do not fit; both need the same Coterie (here %s, there %s)."
              .formatted(software, theirs));
    }
    return new Invitation(
        offered,
        reply.getRosterList().stream().map(ByteString::toByteArray).toList(),
        Duration.ofMillis(reply.getClock() - System.currentTimeMillis()),
        theirs);
  }

  /**
   * Fetches the answer of a finished study; an empty name means the only one of this site. Nothing
   * is asked of the site, and nothing of its records leaves it.
   */
  public FetchedAnswer finished(String study) {
    return FetchedAnswer.of(asked(() -> link.finished(study, software)));
  }

  private static <T> T asked(Supplier<T> call) {
    try {
      return call.get();
    } catch (LinkException e) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          "%s Is it running (coterie serve), and is the address right?".formatted(e.getMessage()),
          e);
    }
  }

  /** What is wrong with a study file may be said in its own words. */
  static Study parse(String text) {
    try {
      return Study.parse(text, "the coordinator's study");
    } catch (CoterieException e) {
      throw new CoterieException(e.code(), PeerText.reason(e.getMessage()), e);
    }
  }

  /** Returns whether {@link #invitation} may succeed if it is tried again. */
  public static boolean mayPass(CoterieException problem) {
    return problem.getCause() instanceof LinkException;
  }

  /** Tells the coordinator that this site will not take part, and why. */
  public void decline(Invitation invitation, String reason) {
    LOG.info("Site {} declines study {}: {}.", name, invitation.study().name(), reason);
    try {
      link.decline(invitation.study().name(), reason);
    } catch (LinkException e) {
      // It will notice.
    }
  }

  /** Tells the coordinator that this site tried to take part, and what kind of error kept it. */
  public void falter(Invitation invitation, ErrorCode kind) {
    Trouble trouble =
        switch (kind) {
          case BAD_DATA -> Trouble.TROUBLE_RECORDS;
          case USAGE -> Trouble.TROUBLE_COMMAND;
          case BUDGET -> Trouble.TROUBLE_BUDGET;
          case OUTPUT -> Trouble.TROUBLE_OUTPUT;
          default -> Trouble.TROUBLE_PROGRAM;
        };
    try {
      link.falter(invitation.study().name(), trouble);
    } catch (LinkException | CoterieException e) {
      LOG.debug("The coordinator did not take it.", e); // the owner hears what went wrong here
    }
  }

  /**
   * What a site brings along.
   *
   * @param data its records
   * @param journal where it keeps what it said
   * @param ledger is charged for noisy sums
   * @param noise makes the source of noise; repeatable in tests alone
   * @param parallel runs the work
   * @param patience for how long a lost coordinator is called again
   * @param progress is told what is going on
   * @param work helps with answers that take long
   * @param watch is told what the site does
   * @param mostBytes that may leave in the study, if the owner's policy has a limit
   */
  public record Kit(
      SiteData data,
      Journal journal,
      Optional<LedgerWatch> ledger,
      Function<Seed, NoiseSource> noise,
      Parallel parallel,
      Duration patience,
      Consumer<String> progress,
      LongWork work,
      SiteWatch watch,
      Optional<Long> mostBytes) {
    /** Makes a kit whose owner sets no limit on bytes. */
    public Kit(
        SiteData data,
        Journal journal,
        Optional<LedgerWatch> ledger,
        Function<Seed, NoiseSource> noise,
        Parallel parallel,
        Duration patience,
        Consumer<String> progress,
        LongWork work,
        SiteWatch watch) {
      this(
          data,
          journal,
          ledger,
          noise,
          parallel,
          patience,
          progress,
          work,
          watch,
          Optional.empty());
    }
  }

  /**
   * Takes part in a study to its end, from where this site left it if it was there before.
   *
   * @param answered gets the labels of the records and the text of the model file
   * @throws CoterieException if the study ends without an answer for this site
   */
  public void takePart(Invitation invitation, Kit kit, BiConsumer<Labels, byte[]> answered) {
    Study study = invitation.study();
    Optional<SecureSumMembers.Signer> signer = signer(invitation);
    kit.journal()
        .begin(new BegunStudy(study.name(), study.hash(), study.canonical(), Instant.now()));
    LOG.info("Site {} takes part in study {}, {}.", name, study.name(), study.hash());
    new TaskLoop(link, study, kit, signer).run(answered);
    LOG.info(
        "Site {} has {} of study {}.",
        name,
        study.isProfile() ? "the profile" : "its labels",
        study.name());
  }

  private Optional<SecureSumMembers.Signer> signer(Invitation invitation) {
    Study study = invitation.study();
    if (!SumTerms.of(study).areMasked()) {
      return Optional.empty();
    }
    SiteCredentials own =
        credentials.orElseThrow(
            () ->
                CoterieException.usage(
                    "Study %s adds up under masks, which needs certificates; join without --insecure."
                        .formatted(study.name())));
    List<String> sites = study.participation().sites();
    return Optional.of(
        new SecureSumMembers.Signer(own.identity(), own.identities(invitation.roster(), sites)));
  }

  @Override
  public void close() {
    link.close();
  }
}
