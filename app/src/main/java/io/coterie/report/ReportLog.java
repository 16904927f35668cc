package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.Seconds;
import io.coterie.federation.RunEvent;
import io.coterie.federation.RunEvent.Direction;
import io.coterie.federation.RunListener;
import io.coterie.method.PayloadKinds;
import io.coterie.method.Sketch;
import io.coterie.store.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run showed on its way, kept for its report: the coordinator's sketches, and for each round
 * when it was, what was sent and how much.
 *
 * <p>Not thread-safe; a run reports on one thread at a time.
 */
public final class ReportLog implements RunListener {
  private final long start = System.nanoTime();
  private final Map<String, Sketch.Blocks> blocks = new LinkedHashMap<>();
  private final Map<String, Sketch.Curve> curves = new LinkedHashMap<>();
  private final SignalCurves signals = new SignalCurves();
  private final Map<String, Sketch.Images> images = new LinkedHashMap<>();
  private final Map<String, Sketch.SiteSizes> siteSizes = new LinkedHashMap<>();
  private final List<Round> rounds = new ArrayList<>();
  private Sketch.Places places;
  private Sketch.Spectrum spectrum;
  private Sketch.SentGraph sentGraph;
  private double finished;

  /** One round; the last is the answer to the sites. */
  private static final class Round {
    private final int number;
    private final String question;
    private final double begin;
    private double end;
    private String reply = "";
    private final Map<String, long[]> bytesOfSites = new LinkedHashMap<>();

    Round(int number, String question, double begin) {
      this.number = number;
      this.question = question;
      this.begin = begin;
      this.end = begin;
    }
  }

  @Override
  public void on(RunEvent event) {
    if (event instanceof RunEvent.RoundStarted started) {
      rounds.add(new Round(started.round(), started.question(), Seconds.since(start)));
    } else if (event instanceof RunEvent.MessageSent sent) {
      count(sent);
    } else if (event instanceof RunEvent.RoundEnded) {
      rounds.get(rounds.size() - 1).end = Seconds.since(start);
    } else if (event instanceof RunEvent.Finished) {
      finished = Seconds.since(start);
    } else if (event instanceof RunEvent.Sketched sketched) {
      keep(sketched.sketch());
    }
  }

  private void count(RunEvent.MessageSent sent) {
    if (rounds.isEmpty() || rounds.get(rounds.size() - 1).number != sent.round()) {
      rounds.add(new Round(sent.round(), "answer", Seconds.since(start)));
    }
    Round round = rounds.get(rounds.size() - 1);
    boolean out = sent.direction() == Direction.FROM_SITE;
    round.bytesOfSites.computeIfAbsent(sent.site(), site -> new long[2])[out ? 0 : 1] +=
        sent.message().bytes();
    round.reply = out && isReply(sent.message().kind()) ? sent.message().kind() : round.reply;
  }

  /** Around a masked reply there are messages of the masks, which tell nothing of records. */
  private static boolean isReply(String kind) {
    return PayloadKinds.kinds().stream().anyMatch(known -> known.name().equals(kind));
  }

  /** A method that works in passes shows each; the last one counts. */
  private void keep(Sketch sketch) {
    if (sketch instanceof Sketch.Places shown) {
      places = shown;
      blocks.clear();
      curves.clear();
      siteSizes.clear();
    } else if (sketch instanceof Sketch.Blocks shown) {
      blocks.put(shown.name(), shown);
    } else if (sketch instanceof Sketch.Curve shown) {
      curves.put(shown.name(), shown);
    } else if (sketch instanceof Sketch.Signals shown) {
      signals.add(shown);
    } else if (sketch instanceof Sketch.Images shown) {
      images.put(shown.name(), shown);
    } else if (sketch instanceof Sketch.SiteSizes shown) {
      siteSizes.put(shown.site(), shown);
    } else if (sketch instanceof Sketch.Spectrum shown) {
      spectrum = shown;
    } else if (sketch instanceof Sketch.SentGraph shown && sentGraph == null) {
      sentGraph = shown;
    }
  }

  Optional<Sketch.Places> places() {
    return Optional.ofNullable(places);
  }

  Optional<Sketch.SentGraph> sentGraph() {
    return Optional.ofNullable(sentGraph);
  }

  /** Returns the sizes of the sites that told them. */
  Map<String, Sketch.SiteSizes> siteSizes() {
    return siteSizes;
  }

  List<Sketch.Blocks> blocks() {
    return List.copyOf(blocks.values());
  }

  List<Sketch.Curve> curves() {
    return List.copyOf(curves.values());
  }

  SignalCurves signals() {
    return signals;
  }

  /** Returns the images of clusters on the way to the answer, one for each round. */
  List<Sketch.Images> imagesOnTheWay() {
    return images.values().stream().filter(shown -> shown.clusters().size() == 0).toList();
  }

  /** Returns the images of the answer's clusters. */
  Optional<Sketch.Images> imagesOfAnswer() {
    return images.values().stream().filter(shown -> shown.clusters().size() > 0).findFirst();
  }

  Optional<Sketch.Spectrum> spectrum() {
    return Optional.ofNullable(spectrum);
  }

  /** Returns the kinds of messages that left the sites, by round. */
  Map<Integer, String> replies() {
    Map<Integer, String> kinds = new LinkedHashMap<>();
    rounds.stream()
        .filter(round -> !round.reply.isEmpty())
        .forEach(round -> kinds.put(round.number, round.reply));
    return kinds;
  }

  /** Returns bytes by round and site, and when each round was. */
  ObjectNode traffic(List<String> sites) {
    ObjectNode node = Json.object();
    ArrayNode names = node.putArray("sites");
    sites.forEach(names::add);
    ArrayNode all = node.putArray("rounds");
    for (Round round : rounds) {
      ObjectNode one =
          all.addObject()
              .put("round", round.number)
              .put("question", round.question)
              .put("words", Questions.words(round.question))
              .put("begin", millis(round.begin))
              .put("end", millis(Math.max(round.begin, round.end)));
      ArrayNode out = one.putArray("bytes_out");
      ArrayNode in = one.putArray("bytes_in");
      for (String site : sites) {
        long[] bytes = round.bytesOfSites.getOrDefault(site, new long[2]);
        out.add(bytes[0]);
        in.add(bytes[1]);
      }
    }
    return node.put("finished", millis(Math.max(finished, 0)));
  }

  private static double millis(double seconds) {
    return Math.rint(1000 * seconds) / 1000;
  }
}
