package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.coordinator.Coordinator;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.method.LongWork;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.trust.SiteCredentials;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationGrpc;
import io.coterie.wire.v1.FederationProto.HelloReply;
import io.coterie.wire.v1.FederationProto.Notice;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A coordinator whose words are others than the study's, between machines: each of its messages can
 * be changed before the site sees it.
 */
@Timeout(120)
final class LyingCoordinatorTest {
  @TempDir Path folder;

  private final Study study = study("a, b, c", 3);
  private LoopbackFederation network;
  private Journal journal;
  private Coordinator coordinator;
  private CompletableFuture<Void> served;

  /** A study of sums under masks. */
  private static Study study(String sites, int clusters) {
    return Study.parse(
        """
        study: flowers
        clusters: %d
        schema:
          columns: [{name: p}, {name: q}]
        participation: {sites: [%s], join-within: 60s, answer-within: 60s}
        method: anchor-graph:groups
        privacy: {level: component, accept-group-disclosure: true}
        """
            .formatted(clusters, sites),
        "test");
  }

  @BeforeEach
  void serve() {
    network = new LoopbackFederation(folder, study, Map.of(), true);
    journal = Journal.open(folder.resolve("coordinator.db"));
    coordinator = network.coordinator(journal);
    served = network.serve(coordinator);
  }

  @AfterEach
  void end() {
    coordinator.pause();
    assertThatThrownBy(() -> served.get(60, TimeUnit.SECONDS)).isNotNull();
    coordinator.close();
    journal.close();
  }

  /** Changes what comes in, of one type, and counts what goes out of answers. */
  private static final class Lies<T> implements ClientInterceptor {
    private final Class<T> type;
    private final UnaryOperator<T> lie;
    private final AtomicInteger submitted = new AtomicInteger();

    Lies(Class<T> type, UnaryOperator<T> lie) {
      this.type = type;
      this.lie = lie;
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      if (method.equals(FederationGrpc.getSubmitMethod())) {
        int unused = submitted.incrementAndGet();
      }
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<R> listener, Metadata headers) {
          super.start(
              new SimpleForwardingClientCallListener<>(listener) {
                @Override
                @SuppressWarnings("unchecked") // a lie is of the type of the truth
                public void onMessage(R message) {
                  super.onMessage(
                      type.isInstance(message) ? (R) lie.apply(type.cast(message)) : message);
                }
              },
              headers);
        }
      };
    }
  }

  private SiteCredentials credentials(String site) {
    return SiteCredentials.load(folder.resolve("trust/site-" + site));
  }

  /** Takes part as site a, which sees lies, while the others have joined and wait. */
  private CoterieException takePart(Lies<?> lies, Journal own) {
    List<CoordinatorLink> others = new ArrayList<>();
    for (String other : List.of("b", "c")) {
      CoordinatorLink link =
          new CoordinatorLink(other, address(), Optional.of(credentials(other)), List.of());
      link.join(study.name(), study.hash(), "incarnation-" + other);
      others.add(link);
    }
    try (Site site = site(lies)) {
      return catchThrowableOfType(
          CoterieException.class,
          () ->
              site.takePart(
                  site.invitation(study.name()),
                  new Site.Kit(
                      SiteData.of("a", Matrix.zeros(20, 2)),
                      own,
                      Optional.empty(),
                      NoiseSource::repeatable,
                      Parallel.sequential(),
                      Duration.ofSeconds(30),
                      text -> {},
                      LongWork.unseen(),
                      SiteWatch.none()),
                  (labels, model) -> {
                    throw new AssertionError("there are no labels");
                  }));
    } finally {
      others.forEach(CoordinatorLink::close);
    }
  }

  private Site site(Lies<?> lies) {
    return TappedSite.of("a", address(), credentials("a"), lies);
  }

  private String address() {
    return "127.0.0.1:" + coordinator.port();
  }

  @Test
  void sumsThatTheStudyHasUnderMasksAreNotSaidInTheClear() {
    Lies<Notice> lies =
        new Lies<>(
            Notice.class,
            notice ->
                notice.hasTask()
                    ? notice.toBuilder()
                        .setTask(
                            notice.getTask().toBuilder()
                                .setSlot(new Slot(1, 1, Slot.Step.ANSWER).proto()))
                        .build()
                    : notice);
    try (Journal own = Journal.open(folder.resolve("a.db"))) {
      CoterieException refusal = takePart(lies, own);

      assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_AGREED);
      assertThat(refusal)
          .hasMessageContaining("asks 'prepare' without masks, which the study has under masks");
      assertThat(lies.submitted).hasValue(0);
      assertThat(own.messages(study.name(), 1, 1, Slot.Step.ANSWER.word())).isEmpty();
    }
  }

  @Test
  void aStudyThatDoesNotFitItsHashIsRefused() {
    String other = study("a, b, c", 4).canonical();
    Lies<HelloReply> lies =
        new Lies<>(HelloReply.class, reply -> reply.toBuilder().setText(other).build());
    try (Site site = site(lies)) {
      assertThatThrownBy(() -> site.invitation(study.name()))
          .isInstanceOf(CoterieException.class)
          .hasMessageContaining("The coordinator's study and its hash do not fit");
    }
  }

  /** The text and the hash fit, but the site began another study of that name. */
  @Test
  void anotherStudyThanTheOneBegunIsRefused() {
    try (Journal own = Journal.open(folder.resolve("a.db"))) {
      own.begin(new BegunStudy(study.name(), study.hash(), study.canonical(), Instant.now()));
      Lies<HelloReply> lies = new Lies<>(HelloReply.class, reply -> offer(reply, 4));

      assertThat(takePart(lies, own))
          .hasMessageContaining("holds another study of the name flowers")
          .hasMessageContaining(study.hash().substring(0, 12));
      assertThat(lies.submitted).hasValue(0);
    }
  }

  /** One site is told of another study than the others: it says which it agreed to. */
  @Test
  void aSiteThatAgreedToAnotherStudyIsNotPartOfThisOne() {
    try (Journal own = Journal.open(folder.resolve("a.db"))) {
      Lies<HelloReply> lies = new Lies<>(HelloReply.class, reply -> offer(reply, 4));

      assertThat(takePart(lies, own))
          .hasMessageContaining("Site a agreed to another study than the one that runs");
      assertThat(lies.submitted).hasValue(0);
    }
  }

  private static HelloReply offer(HelloReply reply, int clusters) {
    Study other = study("a, b, c", clusters);
    return reply.toBuilder().setText(other.canonical()).setHash(other.hash()).build();
  }

  @Test
  void anotherListOfSitesIsRefused() {
    Lies<HelloReply> fewer =
        new Lies<>(
            HelloReply.class,
            reply ->
                reply.toBuilder()
                    .clearRoster()
                    .addAllRoster(reply.getRosterList().subList(0, 2))
                    .build());
    try (Journal own = Journal.open(folder.resolve("a.db"))) {
      assertThat(takePart(fewer, own))
          .hasMessageContaining(
              "The coordinator has certificates of the sites [a, b], but the study is of [a, b, c]")
          .hasMessageContaining("This site does not take part.");
      assertThat(own.studies()).isEmpty();
    }
  }

  /** Whoever holds the masks of site c's seat would see through the sums of the others. */
  @Test
  void oneSiteInTwoSeatsIsRefused() {
    Lies<HelloReply> twice =
        new Lies<>(
            HelloReply.class, reply -> reply.toBuilder().setRoster(2, reply.getRoster(1)).build());
    try (Journal own = Journal.open(folder.resolve("a.db"))) {
      assertThat(takePart(twice, own))
          .hasMessageContaining(
              "The coordinator names site b twice. This site does not take part.");
      assertThat(own.studies()).isEmpty();
    }
  }
}
