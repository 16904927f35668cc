package io.coterie.participant;

import io.coterie.coordinator.Coordinator;
import io.coterie.coordinator.StudyAnswer;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.method.LongWork;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.testing.Await;
import io.coterie.trust.CoordinatorCredentials;
import io.coterie.trust.SiteCredentials;
import io.coterie.trust.TrustFolder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A coordinator and its sites on loopback, each with a thread, a journal and certificates. */
public final class LoopbackFederation {
  final Path folder;
  final Study study;
  final Map<String, Matrix> records;
  final boolean isSecure;
  final Map<String, Labels> labels = new ConcurrentHashMap<>();
  StudyAnswer answer;

  public LoopbackFederation(
      Path folder, Study study, Map<String, Matrix> records, boolean isSecure) {
    this.folder = folder;
    this.study = study;
    this.records = new TreeMap<>(records);
    this.isSecure = isSecure;
    if (isSecure) {
      TrustFolder made =
          TrustFolder.create(
              folder.resolve("trust"),
              new TrustFolder.Plan(
                  "127.0.0.1:7443",
                  List.of("localhost"),
                  study.participation().sites(),
                  Duration.ofDays(30)));
      assert made != null;
    }
  }

  /** Deals rows to sites in turn. */
  public static Map<String, Matrix> deal(Matrix all, List<String> sites) {
    Map<String, List<Integer>> rows = new LinkedHashMap<>();
    sites.forEach(site -> rows.put(site, new ArrayList<>()));
    for (int i = 0; i < all.rows(); i++) {
      rows.get(sites.get(i % sites.size())).add(i);
    }
    Map<String, Matrix> dealt = new LinkedHashMap<>();
    rows.forEach(
        (site, own) ->
            dealt.put(site, all.selectRows(own.stream().mapToInt(Integer::intValue).toArray())));
    return dealt;
  }

  Coordinator coordinator(Journal journal) {
    return new Coordinator(
        new Coordinator.Settings(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            isSecure
                ? Optional.of(CoordinatorCredentials.load(folder.resolve("trust/coordinator")))
                : Optional.empty(),
            "test",
            reason -> {}),
        journal);
  }

  /** Runs the coordinator's side to its end, on a thread of its own. */
  CompletableFuture<Void> serve(Coordinator coordinator) {
    return CompletableFuture.runAsync(
        () -> {
          try (Parallel parallel = Parallel.of(2)) {
            coordinator.run(
                study,
                parallel,
                RunListener.none(),
                note -> {},
                found -> {
                  answer = found;
                  return "model".getBytes(StandardCharsets.UTF_8);
                });
          }
        },
        command -> new Thread(command, "course").start());
  }

  /** Waits until a coordinator has its study. */
  static void awaitStudy(Coordinator coordinator, CompletableFuture<Void> served) {
    Await.until(() -> !coordinator.status().isEmpty() || served.isDone(), Duration.ofSeconds(60));
  }

  /** Runs a site to its end, on a thread of its own. */
  CompletableFuture<Void> join(String name, int port) {
    return CompletableFuture.runAsync(
        () -> {
          Optional<SiteCredentials> credentials =
              isSecure
                  ? Optional.of(SiteCredentials.load(folder.resolve("trust/site-" + name)))
                  : Optional.empty();
          try (Parallel parallel = Parallel.of(1);
              Journal journal = Journal.open(folder.resolve(name + ".db"));
              Site site = new Site(name, "127.0.0.1:" + port, credentials, "test")) {
            Invitation invitation = site.invitation("");
            site.takePart(
                invitation,
                new Site.Kit(
                    SiteData.of(name, records.get(name)),
                    journal,
                    Optional.empty(),
                    NoiseSource::repeatable,
                    parallel,
                    Duration.ofSeconds(30),
                    text -> {},
                    LongWork.unseen(),
                    SiteWatch.none()),
                (own, model) -> labels.put(name, own));
          }
        },
        command -> new Thread(command, "site " + name).start());
  }

  /** Runs everybody to the end, with time enough; returns the bytes that the sites sent. */
  public long run() throws Exception {
    try (Journal journal = Journal.open(folder.resolve("coordinator.db"));
        Coordinator coordinator = coordinator(journal)) {
      CompletableFuture<Void> served = serve(coordinator);
      awaitStudy(coordinator, served);
      List<CompletableFuture<Void>> joined = new ArrayList<>();
      records.keySet().forEach(name -> joined.add(join(name, coordinator.port())));
      for (CompletableFuture<Void> site : joined) {
        site.get(200, TimeUnit.SECONDS);
      }
      served.get(200, TimeUnit.SECONDS);
      return coordinator.status().get(0).sites().stream()
          .mapToLong(StudyStatus.Site::bytesIn)
          .sum();
    }
  }

  /** Runs the same study in one process. */
  Map<String, Labels> simulate() {
    List<SiteData> sites =
        study.participation().sites().stream()
            .map(name -> SiteData.of(name, records.get(name)))
            .toList();
    try (Parallel parallel = Parallel.of(2)) {
      return new Federation(study.plan(), sites, new Seed(study.seed()))
          .run(parallel, RunListener.none())
          .labels();
    }
  }
}
