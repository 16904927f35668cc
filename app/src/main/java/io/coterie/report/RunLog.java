package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.Seconds;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunListener.RunEvent;
import io.coterie.federation.RunListener.RunEvent.Direction;
import io.coterie.federation.RunResult;
import io.coterie.method.Diagnostics;
import io.coterie.method.PayloadKinds;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.ReleaseNotice;
import io.coterie.terminal.RoundNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything that is kept of a run for its summary and its report: for each round when it was, what
 * was sent, how much, and what it cost; and the coordinator's sketches.
 *
 * <p>Not thread-safe; a run reports on one thread at a time.
 */
public final class RunLog implements RunListener {
  private final long start = System.nanoTime();
  private final Map<String, Diagnostics.Blocks> blocks = new LinkedHashMap<>();
  private final Map<String, Diagnostics.Curve> curves = new LinkedHashMap<>();
  private final SignalCurves signals = new SignalCurves();
  private final Map<String, Diagnostics.Images> images = new LinkedHashMap<>();
  private final Map<String, Diagnostics.SiteSizes> siteSizes = new LinkedHashMap<>();
  private final List<Round> rounds = new ArrayList<>();
  private final Map<Integer, List<ReleaseNotice>> releases = new TreeMap<>();
  private final Map<String, PrivacyLoss> losses = new HashMap<>();
  private Diagnostics.Places places;
  private Diagnostics.Spectrum spectrum;
  private Diagnostics.SentGraph sentGraph;
  private Diagnostics.SumNoise sumNoise;
  private double finished;

  /** One round; the last is the answer to the sites. */
  private static final class Round {
    private final int number;
    private final String question;
    private final double begin;
    private double end;
    private double seconds;
    private String reply = "";
    private final Map<String, long[]> bytesOfSites = new LinkedHashMap<>();

    Round(int number, String question, double begin) {
      this.number = number;
      this.question = question;
      this.begin = begin;
      this.end = begin;
    }

    RunSummary.Round summary() {
      Map<String, RunResult.Traffic> sites = new LinkedHashMap<>();
      bytesOfSites.forEach(
          (site, bytes) -> sites.put(site, new RunResult.Traffic(bytes[0], bytes[1])));
      return new RunSummary.Round(
          number,
          question,
          seconds,
          bytesOfSites.values().stream().mapToLong(bytes -> bytes[0]).sum(),
          bytesOfSites.values().stream().mapToLong(bytes -> bytes[1]).sum(),
          sites);
    }
  }

  @Override
  public void on(RunEvent event) {
    if (event instanceof RunEvent.RoundStarted started) {
      rounds.add(new Round(started.round(), started.question(), Seconds.since(start)));
    } else if (event instanceof RunEvent.MessageSent sent) {
      count(sent);
    } else if (event instanceof RunEvent.RoundEnded ended) {
      rounds.get(rounds.size() - 1).end = Seconds.since(start);
      rounds.get(rounds.size() - 1).seconds = ended.seconds();
    } else if (event instanceof RunEvent.Released released) {
      charge(released);
    } else if (event instanceof RunEvent.Finished) {
      finished = Seconds.since(start);
    } else if (event instanceof RunEvent.Sketched sketched) {
      keep(sketched.sketch());
    }
  }

  private void count(RunEvent.MessageSent sent) {
    if (rounds.isEmpty() || rounds.get(rounds.size() - 1).number != sent.round()) {
      rounds.add(new Round(sent.round(), RunSummary.Round.ANSWER, Seconds.since(start)));
    }
    Round round = rounds.get(rounds.size() - 1);
    boolean out = sent.direction() == Direction.FROM_SITE;
    round.bytesOfSites.computeIfAbsent(sent.site(), site -> new long[2])[out ? 0 : 1] +=
        sent.message().bytes();
    round.reply = out && isReply(sent.message().kind()) ? sent.message().kind() : round.reply;
  }

  /** Every site agreed to the same steps, so the first one speaks for all. */
  private void charge(RunEvent.Released released) {
    releases.putIfAbsent(released.round(), released.statements());
    PrivacyLoss loss =
        released.statements().stream()
            .map(statement -> statement.mechanism().loss())
            .reduce(PrivacyLoss.none(), PrivacyLoss::plus);
    losses.merge(released.site(), loss, PrivacyLoss::plus);
  }

  /** Around a masked reply there are messages of the masks, which tell nothing of records. */
  private static boolean isReply(String kind) {
    return PayloadKinds.kinds().stream().anyMatch(known -> known.name().equals(kind));
  }

  /** A method that works in passes shows each; the last one counts. */
  private void keep(Diagnostics sketch) {
    if (sketch instanceof Diagnostics.Places shown) {
      places = shown;
      blocks.clear();
      curves.clear();
      siteSizes.clear();
    } else if (sketch instanceof Diagnostics.Blocks shown) {
      blocks.put(shown.name(), shown);
    } else if (sketch instanceof Diagnostics.Curve shown) {
      curves.put(shown.name(), shown);
    } else if (sketch instanceof Diagnostics.Signals shown) {
      signals.add(shown);
    } else if (sketch instanceof Diagnostics.Images shown) {
      images.put(shown.name(), shown);
    } else if (sketch instanceof Diagnostics.SiteSizes shown) {
      siteSizes.put(shown.site(), shown);
    } else if (sketch instanceof Diagnostics.Spectrum shown) {
      spectrum = shown;
    } else if (sketch instanceof Diagnostics.SumNoise shown) {
      sumNoise = shown;
    } else if (sketch instanceof Diagnostics.SentGraph shown && sentGraph == null) {
      sentGraph = shown;
    }
  }

  /** Returns one entry for each round; the last is the answer to the sites. */
  public List<RunSummary.Round> rounds() {
    return rounds.stream().map(Round::summary).toList();
  }

  /** Returns what the site that spent most spent on one record, if any did. */
  public Optional<PrivacyLoss> spent() {
    return losses.values().stream()
        .reduce(
            (a, b) ->
                new PrivacyLoss(
                    Math.max(a.rho(), b.rho()), Math.max(a.pureEpsilon(), b.pureEpsilon())));
  }

  public List<RunSummary.Step> steps() {
    return releases.entrySet().stream()
        .map(
            entry ->
                new RunSummary.Step(
                    entry.getKey(),
                    entry.getValue().get(0).step(),
                    entry.getValue().stream().map(RunSummary.Block::of).toList()))
        .toList();
  }

  Optional<Diagnostics.Places> places() {
    return Optional.ofNullable(places);
  }

  Optional<Diagnostics.SentGraph> sentGraph() {
    return Optional.ofNullable(sentGraph);
  }

  Optional<Diagnostics.SumNoise> sumNoise() {
    return Optional.ofNullable(sumNoise);
  }

  Map<String, Diagnostics.SiteSizes> siteSizes() {
    return siteSizes;
  }

  List<Diagnostics.Blocks> blocks() {
    return List.copyOf(blocks.values());
  }

  List<Diagnostics.Curve> curves() {
    return List.copyOf(curves.values());
  }

  SignalCurves signals() {
    return signals;
  }

  /** Returns the images of clusters on the way to the answer, one for each round. */
  List<Diagnostics.Images> imagesOnTheWay() {
    return images.values().stream().filter(shown -> shown.clusters().size() == 0).toList();
  }

  Optional<Diagnostics.Images> imagesOfAnswer() {
    return images.values().stream().filter(shown -> shown.clusters().size() > 0).findFirst();
  }

  Optional<Diagnostics.Spectrum> spectrum() {
    return Optional.ofNullable(spectrum);
  }

  /** Returns the kinds of messages that left the sites, by round. */
  public Map<Integer, String> replies() {
    Map<Integer, String> kinds = new LinkedHashMap<>();
    rounds.stream()
        .filter(round -> !round.reply.isEmpty())
        .forEach(round -> kinds.put(round.number, round.reply));
    return kinds;
  }

  Timeline timeline(List<String> sites) {
    return new Timeline(
        sites,
        rounds.stream().map(round -> shown(round, sites)).toList(),
        millis(Math.max(finished, 0)));
  }

  private static TimedRound shown(Round round, List<String> sites) {
    List<long[]> bytes =
        sites.stream().map(site -> round.bytesOfSites.getOrDefault(site, new long[2])).toList();
    return new TimedRound(
        round.number,
        round.question,
        RoundNames.words(round.question),
        millis(round.begin),
        millis(Math.max(round.begin, round.end)),
        bytes.stream().map(own -> own[0]).toList(),
        bytes.stream().map(own -> own[1]).toList());
  }

  /** The part "traffic" of a report. */
  record Timeline(List<String> sites, List<TimedRound> rounds, double finished) {}

  /** A round of a report; the bytes are in the order of the sites. */
  record TimedRound(
      int round,
      String question,
      String words,
      double begin,
      double end,
      List<Long> bytesOut,
      List<Long> bytesIn) {}

  private static double millis(double seconds) {
    return Math.rint(1000 * seconds) / 1000;
  }

  /**
   * The course of a method that learns, as one curve for each stage and signal.
   *
   * <p>Not thread-safe.
   */
  static final class SignalCurves {
    /** What signals are called, in the order of reading; others come after them. */
    private static final Map<String, Words> WORDS = new LinkedHashMap<>();

    static {
      WORDS.put("loss", new Words("Loss", "mean loss of a record"));
      WORDS.put("changed", new Words("Changed records", "share of all records"));
      WORDS.put("stability", new Words("Stability of the clusters", "stability, at most 1"));
      WORDS.put("eigengap", new Words("Eigengap of the graph", "eigengap"));
    }

    private static final List<String> ORDER = List.copyOf(WORDS.keySet());

    private final Map<String, Map<String, SortedMap<Integer, Double>>> stages =
        new LinkedHashMap<>();

    private record Words(String title, String measure) {}

    void add(Diagnostics.Signals signals) {
      Map<String, SortedMap<Integer, Double>> stage =
          stages.computeIfAbsent(signals.stage(), name -> new TreeMap<>(SignalCurves::inOrder));
      signals
          .values()
          .forEach(
              (name, value) ->
                  stage
                      .computeIfAbsent(name, signal -> new TreeMap<>())
                      .put(signals.round(), value));
    }

    private static int inOrder(String a, String b) {
      int place =
          Integer.compare(
              ORDER.indexOf(a) & Integer.MAX_VALUE, ORDER.indexOf(b) & Integer.MAX_VALUE);
      return place == 0 ? a.compareTo(b) : place;
    }

    /** Adds every signal of more than one round; a single number is among the findings. */
    void addTo(ArrayNode curves) {
      stages.forEach(
          (stage, signals) ->
              signals.forEach(
                  (name, values) -> {
                    if (values.size() > 1) {
                      add(curves.addObject(), stage, name, values);
                    }
                  }));
    }

    private static void add(
        ObjectNode node, String stage, String name, SortedMap<Integer, Double> values) {
      Words words = WORDS.getOrDefault(name, new Words(name, name));
      node.put("name", "%s, %s".formatted(words.title(), stage))
          .put("step", "round of " + stage)
          .put("measure", words.measure())
          .put("first", values.firstKey());
      ArrayNode numbers = node.putArray("values");
      values.values().forEach(value -> numbers.add(PlaceMap.rounded(value, 6)));
    }
  }
}
