package io.coterie.participant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.dashboard.Answer;
import io.coterie.dashboard.LiveServer;
import io.coterie.dashboard.LiveSource;
import io.coterie.dashboard.PageContent;
import io.coterie.json.Json;
import io.coterie.privacy.SecretBytes;
import io.coterie.report.agreement.AgreementFile;
import io.coterie.report.manifest.Manifest;
import io.coterie.report.manifest.Manifest.SentMessage;
import io.coterie.store.PrivateFiles;
import io.coterie.store.journal.Journal;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import io.coterie.wire.PayloadCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The page of a site, for the owner of its records alone: it is on loopback, and whoever opens it
 * knows the token in the site's folder. The owner can agree to a study on it.
 *
 * <p>Thread-safe.
 */
public final class SitePage implements PageContent, SiteWatch, AutoCloseable {
  private static final String TOKEN_FILE = "dashboard.token";
  private static final String AGREEMENT = "agreement.md";
  private static final int TOKEN_BYTES = 32;

  /** A page that is closed for longer will not come back. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  private final SiteState state;
  private final Path tokenFile;
  private final LiveServer server;
  private final CompletableFuture<Boolean> consent = new CompletableFuture<>();
  private volatile Study study;
  private volatile String agreement;

  /** Starts to answer at an address of loopback. */
  public SitePage(String site, InetSocketAddress address, Path home) {
    this.state = new SiteState(site);
    this.tokenFile = home.resolve(TOKEN_FILE);
    String token = HexFormat.of().formatHex(SecretBytes.random(TOKEN_BYTES));
    try {
      server =
          new LiveServer(
              new LiveServer.Settings(address, Optional.empty(), token, Optional.of("site")), this);
      PrivateFiles.replace(tokenFile, token + "\n");
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          "The site's page cannot be at %s:%d (%s). Choose another port with --dashboard."
              .formatted(address.getHostString(), address.getPort(), e.getMessage()),
          e);
    }
  }

  public SiteState state() {
    return state;
  }

  /** A link with a token is for a screen; what is kept in a log should open nothing. */
  public void announce(Console console) {
    console.say(
        console.hasScreen()
            ? "Page: " + server.link()
            : "Page: %s, with the token in %s.".formatted(server.url(), tokenFile),
        "");
  }

  /** Shows what becomes of the site's own table, before anything is computed of it. */
  public void look(Study offered, SiteSource source, String command) {
    state.look(TableView.of(offered, source, command));
  }

  public void invited(JoinedStudy joined, Optional<LedgerFile> ledger, Journal journal) {
    study = joined.study();
    agreement = new AgreementFile(study, Optional.empty()).text();
    state.invited(joined, ledger);
    state.remember(journal, study.name());
  }

  /** Offers what the owner agreed to, in place of what was asked. */
  public void agreed(String text) {
    agreement = text;
  }

  /**
   * Waits until the owner has answered on the page or at the keyboard, whichever comes first.
   *
   * @param keyboard asks there; empty if there is none
   */
  public boolean asks(ObjectNode leaving, Optional<BooleanSupplier> keyboard) {
    state.ask(leaving);
    keyboard.ifPresent(
        asking -> {
          Thread thread = new Thread(() -> consent.complete(asking.getAsBoolean()), "consent");
          thread.setDaemon(true);
          thread.start();
        });
    try {
      return consent.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Map<String, Function<Map<String, String>, Answer>> reads() {
    return Map.of(
        LiveServer.HEALTH,
        query -> Answer.json(Json.object().put("status", "ok")),
        "/status",
        query -> Answer.json(state.json()),
        "/agreement",
        query ->
            Optional.ofNullable(agreement)
                .map(text -> Answer.json(Json.object().put("name", AGREEMENT).put("text", text)))
                .orElseGet(() -> Answer.problem(404, "no study is known yet")),
        "/table",
        query ->
            state
                .table()
                .map(Answer::json)
                .orElseGet(() -> Answer.problem(404, "no table was looked at yet")));
  }

  @Override
  public Map<String, Function<Map<String, String>, Answer>> acts() {
    return Map.of("/consent", this::consent);
  }

  /** An answer is to the study that was shown, and to no other. */
  private Answer consent(Map<String, String> query) {
    String answer = query.getOrDefault("answer", "");
    if (study == null || !study.hash().equals(query.get("hash"))) {
      return Answer.problem(409, "this is not the study that is asked about");
    } else if (!answer.matches("yes|no")) {
      return Answer.problem(400, "answer is yes or no");
    } else if (!state.isAsking() || !consent.complete(answer.equals("yes"))) {
      return Answer.problem(409, "nothing is asked, or it was answered already");
    }
    return Answer.json(Json.object().put("done", true));
  }

  @Override
  public Optional<LiveSource> live(Map<String, String> query) {
    return Optional.of(state);
  }

  @Override
  public void doing(String words) {
    state.doing(words);
  }

  @Override
  public void refusing(String reason) {
    state.refused(reason);
  }

  /** What is shown is read back from the bytes, as in {@code coterie inspect}. */
  @Override
  public void saying(Said said) {
    byte[] bytes = PayloadCodec.encode(said.payload());
    SentMessage message =
        new SentMessage(
            said.round(),
            said.payload().kind(),
            bytes.length,
            PayloadCodec.decode(bytes),
            said.isMasked(),
            said.statements());
    state.sent(Manifest.of(study.plan(), List.of(message)).entries().get(0), said.attempt());
  }

  public void linger(Console console) {
    console.say("The page stays while somebody looks at it; Ctrl-C ends it.");
    try {
      server.awaitUnwatched(GRACE, () -> false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.close();
    try {
      Files.deleteIfExists(tokenFile);
    } catch (IOException e) {
      // it opens nothing any more
    }
  }
}
