package io.coterie.coordinator.rpc;

import com.google.protobuf.ByteString;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.PeerText;
import io.coterie.coordinator.StudySession;
import io.coterie.net.RateLimit;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.trust.tls.SiteGate;
import io.coterie.wire.Protocol;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationGrpc;
import io.coterie.wire.v1.FederationProto;
import io.coterie.wire.v1.FederationProto.BeatReply;
import io.coterie.wire.v1.FederationProto.BeatRequest;
import io.coterie.wire.v1.FederationProto.FalterReply;
import io.coterie.wire.v1.FederationProto.FalterRequest;
import io.coterie.wire.v1.FederationProto.FetchRequest;
import io.coterie.wire.v1.FederationProto.FinishedRequest;
import io.coterie.wire.v1.FederationProto.Frame;
import io.coterie.wire.v1.FederationProto.HelloReply;
import io.coterie.wire.v1.FederationProto.HelloRequest;
import io.coterie.wire.v1.FederationProto.JoinReply;
import io.coterie.wire.v1.FederationProto.JoinRequest;
import io.coterie.wire.v1.FederationProto.Notice;
import io.coterie.wire.v1.FederationProto.Receipt;
import io.coterie.wire.v1.FederationProto.ShareReply;
import io.coterie.wire.v1.FederationProto.ShareRequest;
import io.coterie.wire.v1.FederationProto.SubmitFrame;
import io.coterie.wire.v1.FederationProto.Trouble;
import io.coterie.wire.v1.FederationProto.WatchRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What sites call. Every message is hostile until it is checked; whatever is wrong with one ends
 * the call with a reason and touches nobody else.
 *
 * <p>Thread-safe.
 */
public final class FederationService extends FederationGrpc.FederationImplBase {
  private static final Logger LOG = LoggerFactory.getLogger(FederationService.class);

  /** For so long after the start a call waits for its study, which is being read in. */
  private static final long STARTING_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Map<String, Hosted> studies = new ConcurrentHashMap<>();

  /** Far more than a site that comes back after each lost connection needs. */
  private static final int CALLS_PER_MINUTE = 300;

  private final String software;
  private final Consumer<String> refusals;
  private final BiFunction<String, String, byte[]> finished;
  private final RateLimit arrivals =
      new RateLimit(CALLS_PER_MINUTE, Duration.ofMinutes(1), InstantSource.system());
  private final long started = System.nanoTime();

  /**
   * Prepares to serve.
   *
   * @param software its version
   * @param refusals is told why a site was turned away
   * @param finished returns the answer of a finished study to one of its sites, by their names
   */
  public FederationService(
      String software, Consumer<String> refusals, BiFunction<String, String, byte[]> finished) {
    this.software = software;
    this.refusals = refusals;
    this.finished = finished;
  }

  /**
   * A study as the network sees it.
   *
   * @param session where its sites come in
   * @param roster the certificates of its sites
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Hosted(StudySession session, List<byte[]> roster) {
    Study study() {
      return session.study();
    }
  }

  public void add(StudySession session, List<byte[]> roster) {
    studies.put(session.study().name(), new Hosted(session, List.copyOf(roster)));
    synchronized (studies) {
      studies.notifyAll();
    }
  }

  @Override
  public void hello(HelloRequest request, StreamObserver<HelloReply> response) {
    answer(
        response,
        () -> {
          requireFewCalls(request.getSite());
          requireVersion(
              request.getProtocol(),
              "site %s version %d (Coterie %s)"
                  .formatted(
                      plain(request.getSite()),
                      request.getProtocol(),
                      plain(request.getSoftware())));
          Hosted hosted = hosted(request.getStudy(), request.getSite());
          HelloReply.Builder reply =
              HelloReply.newBuilder()
                  .setStudy(hosted.study().name())
                  .setText(hosted.study().canonical())
                  .setHash(hosted.study().hash())
                  .setClock(System.currentTimeMillis())
                  .setSoftware(software);
          hosted.roster().forEach(each -> reply.addRoster(ByteString.copyFrom(each)));
          return reply.build();
        });
  }

  @Override
  public void join(JoinRequest request, StreamObserver<JoinReply> response) {
    answer(
        response,
        () -> {
          requireFewCalls(request.getSite());
          Hosted hosted = hosted(request.getStudy(), request.getSite());
          if (!request.getDeclined().isEmpty()) {
            hosted
                .session()
                .decline(request.getSite(), PeerText.line(request.getDeclined(), PeerText.REMARK));
          } else if (!request.getHash().equals(hosted.study().hash())) {
            throw refused(
                Status.FAILED_PRECONDITION,
                "Site %s agreed to another study than the one that runs; ask it to join again."
                    .formatted(request.getSite()));
          } else {
            int spoken = request.getProtocol() == 0 ? 1 : request.getProtocol();
            requireVersion(spoken, "site %s version %d".formatted(request.getSite(), spoken));
            hosted.session().join(request.getSite(), incarnation(request.getIncarnation()));
          }
          return JoinReply.getDefaultInstance();
        });
  }

  @Override
  public void falter(FalterRequest request, StreamObserver<FalterReply> response) {
    answer(
        response,
        () -> {
          requireFewCalls(request.getSite());
          hosted(request.getStudy(), request.getSite())
              .session()
              .falter(request.getSite(), words(request.getTrouble()));
          return FalterReply.getDefaultInstance();
        });
  }

  @Override
  public void share(ShareRequest request, StreamObserver<ShareReply> response) {
    answer(
        response,
        () -> {
          requireFewCalls(request.getSite());
          Hosted hosted = hosted(request.getStudy(), request.getSite());
          hosted.session().share(request.getSite(), new SharedFit(hosted.study(), request).words());
          return ShareReply.getDefaultInstance();
        });
  }

  private static String words(Trouble trouble) {
    return switch (trouble) {
      case TROUBLE_RECORDS -> "its records cannot be read, or do not fit the study";
      case TROUBLE_COMMAND -> "its command is not complete or not right";
      case TROUBLE_BUDGET -> "its privacy budget does not allow the study";
      case TROUBLE_OUTPUT -> "it cannot write its answer";
      default -> "its program failed";
    };
  }

  private void requireVersion(int spoken, String who) {
    if (spoken != Protocol.VERSION) {
      String difference =
          "The coordinator speaks version %d of the protocol (Coterie %s), %s; install the same Coterie on both."
              .formatted(Protocol.VERSION, software, who);
      refusals.accept(difference);
      throw refused(Status.FAILED_PRECONDITION, difference);
    }
  }

  /** Turns away a site that arrives again and again; without an end to it, logs would fill. */
  private void requireFewCalls(String stated) {
    String site = requireOwnName(stated);
    if (!arrivals.allows(site)) {
      throw refused(
          Status.RESOURCE_EXHAUSTED,
          "Site %s has asked to take part more than %d times within a minute; find out what starts it again and again, and wait a minute."
              .formatted(plain(site), CALLS_PER_MINUTE));
    }
  }

  /**
   * Returns the calling site's name, which must be the one its certificate has. Without
   * certificates, on loopback, a site is who it says it is.
   */
  private static String requireOwnName(String stated) {
    String proven = SiteGate.SITE.get();
    if (proven != null && !proven.equals(stated)) {
      throw refused(
          Status.PERMISSION_DENIED,
          "The call speaks for site %s with the certificate of site %s."
              .formatted(plain(stated), proven));
    }
    return stated;
  }

  private static String plain(String text) {
    return PeerText.ascii(text, PeerText.NAME);
  }

  private static String incarnation(String text) {
    if (!text.matches("[A-Za-z0-9-]{8,64}")) {
      throw refused(
          Status.INVALID_ARGUMENT, "An incarnation is 8 to 64 letters, digits or hyphens.");
    }
    return text;
  }

  @Override
  public void watch(WatchRequest request, StreamObserver<Notice> response) {
    ServerCallStreamObserver<Notice> call = (ServerCallStreamObserver<Notice>) response;
    try {
      Hosted hosted = hosted(request.getStudy(), request.getSite());
      StudySession.Watcher watcher = new Listening(call);
      call.setOnCancelHandler(() -> hosted.session().unwatch(request.getSite(), watcher));
      hosted.session().watch(request.getSite(), watcher);
    } catch (RuntimeException e) {
      response.onError(status(e));
    }
  }

  /** A stream of notices. One that has ended is not the study's trouble; its site calls again. */
  private record Listening(ServerCallStreamObserver<Notice> call) implements StudySession.Watcher {
    @Override
    public void tell(Notice notice) {
      unlessEnded(() -> call.onNext(notice));
    }

    @Override
    public void dismiss() {
      unlessEnded(call::onCompleted);
    }

    private void unlessEnded(Runnable words) {
      try {
        if (!call.isCancelled()) {
          words.run();
        }
      } catch (RuntimeException e) {
        // It ended at this moment, of which its site hears.
      }
    }
  }

  @Override
  public void fetch(FetchRequest request, StreamObserver<Frame> response) {
    ServerCallStreamObserver<Frame> call = (ServerCallStreamObserver<Frame>) response;
    try {
      Hosted hosted = hosted(request.getStudy(), request.getSite());
      byte[] material = hosted.session().fetch(request.getSite(), slot(request.getSlot()));
      call.setCompression("gzip");
      new FrameSender(call, material).start();
    } catch (RuntimeException e) {
      response.onError(status(e));
    }
  }

  @Override
  public void finished(FinishedRequest request, StreamObserver<Frame> response) {
    ServerCallStreamObserver<Frame> call = (ServerCallStreamObserver<Frame>) response;
    try {
      requireFewCalls(request.getSite());
      requireVersion(
          request.getProtocol(),
          "site %s version %d (Coterie %s)"
              .formatted(
                  plain(request.getSite()), request.getProtocol(), plain(request.getSoftware())));
      byte[] answer = finished.apply(request.getStudy(), request.getSite());
      LOG.info("Site {} fetches the answer of a finished study.", plain(request.getSite()));
      call.setCompression("gzip");
      new FrameSender(call, answer).start();
    } catch (RuntimeException e) {
      response.onError(status(e));
    }
  }

  @Override
  public StreamObserver<SubmitFrame> submit(StreamObserver<Receipt> response) {
    ServerCallStreamObserver<Receipt> call = (ServerCallStreamObserver<Receipt>) response;
    return new Submission(call, (study, site) -> hosted(study, site).session());
  }

  @Override
  public void beat(BeatRequest request, StreamObserver<BeatReply> response) {
    answer(
        response,
        () -> {
          StudySession session = hosted(request.getStudy(), request.getSite()).session();
          boolean known =
              session.beat(
                  request.getSite(),
                  request.getIncarnation(),
                  PeerText.line(request.getDoing(), PeerText.REMARK));
          String waits = session.waitingFor(request.getSite());
          return BeatReply.newBuilder().setKnown(known).setText(waits).build();
        });
  }

  /** Returns the study that a site means, if it has a part in it. */
  private Hosted hosted(String name, String site) {
    String caller = requireOwnName(site);
    Hosted hosted = find(name);
    if (hosted == null) {
      throw refused(
          Status.NOT_FOUND,
          "There is no study '%s' here; there is: %s. Choose one with --study."
              .formatted(plain(name), String.join(", ", new TreeMap<>(studies).keySet())));
    }
    if (!hosted.study().participation().sites().contains(caller)) {
      throw refused(
          Status.PERMISSION_DENIED,
          "Site %s is not among the sites of study %s; its study file names them under participation.sites."
              .formatted(plain(caller), hosted.study().name()));
    }
    return hosted;
  }

  /**
   * Returns a study by its name, or the only one. Sites call as soon as the port is open; one that
   * was told then that its study does not exist would give up.
   */
  private Hosted find(String name) {
    synchronized (studies) {
      while (true) {
        Hosted found =
            name.isEmpty() && studies.size() == 1
                ? studies.values().iterator().next()
                : studies.get(name);
        long left = STARTING_NANOS - (System.nanoTime() - started);
        if (found != null || left <= 0 || (name.isEmpty() && !studies.isEmpty())) {
          return found;
        }
        try {
          TimeUnit.NANOSECONDS.timedWait(studies, left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw Status.UNAVAILABLE.asRuntimeException();
        }
      }
    }
  }

  private static <T> void answer(StreamObserver<T> response, Supplier<T> work) {
    T reply;
    try {
      reply = work.get();
    } catch (RuntimeException e) {
      response.onError(status(e));
      return;
    }
    response.onNext(reply);
    response.onCompleted();
  }

  static Slot slot(FederationProto.Slot named) {
    try {
      return Slot.of(named);
    } catch (IllegalArgumentException e) {
      throw malformed(e.getMessage());
    }
  }

  /** Returns the end of a call that no Coterie of this version makes. */
  static StatusRuntimeException malformed(String how) {
    return refused(
        Status.INVALID_ARGUMENT,
        "The call is malformed: %s; both sides need the same Coterie.".formatted(how));
  }

  private static StatusRuntimeException refused(Status status, String reason) {
    return status.withDescription(reason).asRuntimeException();
  }

  /**
   * Returns what a caller gets: reasons that are meant for it, and no more. The coordinator's own
   * files and databases, with their paths and addresses, are for its operator. Whatever else is no
   * such reason is a fault of ours, which the log has with its stack.
   */
  static StatusRuntimeException status(RuntimeException e) {
    if (e instanceof StatusRuntimeException status) {
      return status;
    } else if (e instanceof CoterieException told && isOwn(told)) {
      // The operator hears of it; the site tries again.
      return refused(Status.UNAVAILABLE, "The coordinator cannot write at present.");
    } else if (e instanceof CoterieException told && told.code() != ErrorCode.INTERNAL) {
      return refused(Status.FAILED_PRECONDITION, told.getMessage());
    }
    LOG.error("A call is answered with an internal error.", e);
    return refused(Status.INTERNAL, "The coordinator met an error of its own; its log has more.");
  }

  /** Returns whether a problem is one of the coordinator's disk or database. */
  static boolean isOwn(CoterieException problem) {
    return problem.code() == ErrorCode.OUTPUT || Journal.isTrouble(problem);
  }
}
