package io.coterie.coordinator;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.coordinator.rpc.CallFaults;
import io.coterie.coordinator.rpc.CallLimiter;
import io.coterie.coordinator.rpc.FederationService;
import io.coterie.federation.RunListener;
import io.coterie.math.Parallel;
import io.coterie.secure.Identities;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.Released;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.trust.CoordinatorCredentials;
import io.coterie.trust.tls.SiteGate;
import io.coterie.wire.Protocol;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A coordinator on a network: it serves one study or several to the sites that call, until closed.
 *
 * <p>Thread-safe.
 */
public final class Coordinator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

  /** Threads that take frames in; each waits for the disk now and then. */
  private static final int THREADS = 16;

  private static final int CALLS_PER_CONNECTION = 32;

  /** More calls that a caller begins and gives up within so many seconds end its connection. */
  private static final int RESETS = 200;

  private static final int RESET_SECONDS = 30;

  static {
    CallFaults.keepShort();
  }

  private final Journal journal;
  private final Optional<CoordinatorCredentials> credentials;
  private final FederationService service;
  private final FinishedAnswers answers;
  private final ExecutorService threads;
  private final CallLimiter calls;
  private final Server server;
  private final Map<String, StudySession> sessions = new ConcurrentHashMap<>();

  /**
   * Where and as whom a coordinator serves.
   *
   * @param address to listen at; port 0 finds one
   * @param credentials its own; without them it serves on loopback only and believes everybody
   * @param software its version, for logs
   * @param refusals is told why a peer was turned away before it could take part
   */
  public record Settings(
      InetSocketAddress address,
      Optional<CoordinatorCredentials> credentials,
      String software,
      Consumer<String> refusals) {
    public Settings {
      requireNonNull(refusals, "refusals is null");
      if (credentials.isEmpty() && !address.getAddress().isLoopbackAddress()) {
        throw CoterieException.usage(
            "Without certificates a coordinator serves on loopback only, not at %s; use coterie provision."
                .formatted(address.getHostString()));
      }
    }
  }

  public Coordinator(Settings settings, Journal journal) {
    this(settings, journal, CallLimiter.Limits.usual());
  }

  Coordinator(Settings settings, Journal journal, CallLimiter.Limits limits) {
    this.journal = requireNonNull(journal, "journal is null");
    this.credentials = settings.credentials();
    this.answers = new FinishedAnswers(journal);
    this.service = new FederationService(settings.software(), settings.refusals(), answers::of);
    this.threads = threads();
    this.calls = new CallLimiter(limits, threads, settings.refusals());
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(settings.address())
            .executor(threads)
            .maxInboundMessageSize(Protocol.MOST_FRAME_BYTES)
            .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION)
            .maxRstFramesPerWindow(RESETS, RESET_SECONDS)
            .permitKeepAliveTime(5, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .handshakeTimeout(limits.handshake().toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTime(limits.silence().toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTimeout(limits.silence().toMillis(), TimeUnit.MILLISECONDS)
            .maxConnectionIdle(limits.idle().toMillis(), TimeUnit.MILLISECONDS)
            .addStreamTracerFactory(calls)
            .intercept(calls)
            .addService(service);
    credentials.ifPresent(
        own ->
            builder
                .sslContext(own.serverSslContext(settings.refusals()))
                .intercept(new SiteGate(own, settings.refusals())));
    try {
      server = builder.build().start();
    } catch (IOException e) {
      calls.close();
      threads.shutdownNow();
      throw new CoterieException(
          ErrorCode.NETWORK,
          "The address %s:%d cannot be served (%s). Is another coordinator running there? Choose another port with --address."
              .formatted(
                  settings.address().getHostString(),
                  settings.address().getPort(),
                  e.getCause() == null ? e.getMessage() : e.getCause().getMessage()),
          e);
    }
  }

  /** Calls may end after all else has, when there is nobody left to be told. */
  private static ExecutorService threads() {
    return new ThreadPoolExecutor(
        THREADS,
        THREADS,
        0,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        new ThreadPoolExecutor.DiscardPolicy());
  }

  public int port() {
    return server.getPort();
  }

  /** Says whether a study was begun here, so that it can be resumed. */
  public boolean wasBegun(Study study) {
    return journal.study(study.name()).isPresent();
  }

  /** Returns a study that was begun here under the same name and is another one. */
  public Optional<Study> former(Study study) {
    return journal
        .study(study.name())
        .filter(begun -> !begun.hash().equals(study.hash()))
        .map(begun -> Study.parse(begun.text(), "the journal's study"));
  }

  /** Returns what of records a study of this name has released. */
  public Released released(Study study) {
    return Released.of(journal, study.name());
  }

  /**
   * Begins a corrected study in place of one of the same name that has released nothing. Its sites
   * are asked again, since it has another hash.
   */
  public void correct(Study study) {
    Study former = former(study).orElseThrow();
    Released released = released(study);
    if (!released.isNothing()) {
      throw CoterieException.usage(
          ("Study %s has released something of records, so it cannot be begun again under its name."
                  + " Released: %s. Give the corrected study another name; its sites are asked anew,"
                  + " and what was spent of a budget stays spent.")
              .formatted(study.name(), released.words()));
    }
    LOG.info(
        "Study {} is corrected: {} in place of {}.", study.name(), study.hash(), former.hash());
    journal.replace(new BegunStudy(study.name(), study.hash(), study.canonical(), Instant.now()));
    new StudyLog(journal, study.name())
        .study(
            EventKind.CORRECTED,
            0,
            "hash %s before; nothing was released".formatted(former.hash()));
  }

  /**
   * Runs a study to its end, from where it was left if it was begun before.
   *
   * @param notes is told of sites that come and go, and of what the study waits for
   * @param answered gets the answer before the sites do, and returns the text of its model file
   * @throws CoterieException if the study ends without an answer
   */
  public void run(
      Study study,
      Parallel parallel,
      RunListener listener,
      Consumer<String> notes,
      Function<StudyAnswer, byte[]> answered) {
    requireSites(study);
    LOG.info("Study {} {}.", study.name(), wasBegun(study) ? "is resumed" : "begins");
    journal.begin(new BegunStudy(study.name(), study.hash(), study.canonical(), Instant.now()));
    answers.offer(study.name());
    StudyLog log = new StudyLog(journal, study.name());
    StudySession session = new StudySession(study, log, System::nanoTime, notes);
    List<String> sites = study.participation().sites();
    Optional<Identities> identities =
        SumTerms.of(study).areMasked()
            ? credentials.map(own -> own.identities(sites))
            : Optional.empty();
    StudyExecution execution =
        new StudyExecution(session, log, identities, parallel, listener.and(session.history()));
    Optional<StudySession> before = Optional.ofNullable(sessions.put(study.name(), session));
    service.add(session, credentials.map(own -> own.roster(sites)).orElse(List.of()));
    before.ifPresent(StudySession::dismiss);
    try {
      execution.run(answered);
    } catch (CoterieException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      LOG.error("Study {} ends with a fault of the coordinator.", study.name(), e);
      throw e;
    }
  }

  /** Keeps the report of a study that is about to end, for sites that come late. */
  public void keepReport(Study study, byte[] report) {
    FinishedAnswers.keep(journal, study.name(), FinishedAnswers.Part.REPORT, report);
  }

  /**
   * Hands out the answer of a finished study to its sites, and asks them nothing; returns the
   * digest of its model.
   */
  public String offer(Study study) {
    requireSites(study);
    String digest = answers.digest(study);
    answers.offer(study.name());
    return digest;
  }

  private void requireSites(Study study) {
    List<String> unknown = new ArrayList<>(study.participation().sites());
    credentials.ifPresent(own -> unknown.removeAll(own.sites()));
    if (credentials.isPresent() && !unknown.isEmpty()) {
      throw CoterieException.usage(
          "Study %s names sites without a certificate here: %s. Add them with coterie provision --add-site or coterie cert approve."
              .formatted(study.name(), String.join(", ", unknown)));
    }
  }

  public List<StudyStatus> status() {
    return new TreeMap<>(sessions).values().stream().map(StudySession::status).toList();
  }

  public Optional<StudyStatus> status(String study) {
    return Optional.ofNullable(sessions.get(study)).map(StudySession::status);
  }

  /** Returns a study that runs here, or ran. */
  public Optional<Study> study(String name) {
    return Optional.ofNullable(sessions.get(name)).map(StudySession::study);
  }

  /** Returns what happened in a study of this journal after an event; 0 gives all. */
  public Optional<List<HistoryLine>> history(String study, long after) {
    return journal
        .study(study)
        .map(found -> journal.events(study, after).stream().map(HistoryLine::of).toList());
  }

  /** Ends a study; it can be resumed. Returns whether there is one of this name that goes on. */
  public boolean stop(String study, String reason) {
    return Optional.ofNullable(sessions.get(study))
        .map(session -> session.stop(reason))
        .orElse(false);
  }

  /**
   * Waits while the database of the journal is lost; returns whether studies can be run again.
   *
   * @param isEnough ends the wait
   */
  public boolean awaitJournal(BooleanSupplier isEnough) {
    return journal.awaitBack(isEnough) && !isEnough.getAsBoolean();
  }

  /** Makes all studies rest where they are; sites wait for the coordinator to come back. */
  public void pause() {
    sessions.values().forEach(StudySession::pause);
  }

  /**
   * Closes the open step of a study without those who are missing; the study fails if that breaks
   * the quorum. Returns whether there is one of this name that waits.
   */
  public boolean closeRound(String study) {
    return Optional.ofNullable(sessions.get(study)).map(StudySession::closeRound).orElse(false);
  }

  /** Ends the service; calls that are under way get a few seconds. */
  @Override
  public void close() {
    server.shutdown();
    try {
      if (!server.awaitTermination(3, TimeUnit.SECONDS)) {
        server.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      server.shutdownNow();
    }
    calls.close();
    threads.shutdown();
  }
}
