package io.coterie.faults;

import io.coterie.federation.SiteHost.SimulatedSite;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.message.SumWords;
import io.coterie.method.Clustering;
import io.coterie.method.MethodRunner;
import io.coterie.method.Reply;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.wire.PayloadCodec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a study must find, by itself and without a network: the labels when the answers of these
 * sites are used in these rounds. With all sites in all rounds it is a simulation.
 */
final class Oracle {
  private final Study study;
  private final Map<String, SimulatedSite> sites = new LinkedHashMap<>();
  private final MethodRunner runner;
  private int rounds;

  private Oracle(Setting setting) {
    study = setting.study();
    runner = MethodRunner.of(study.plan(), new Seed(study.seed()));
    SimulatedSite.Setting common = new SimulatedSite.Setting(runner, NoiseSource::repeatable);
    setting
        .records()
        .forEach(
            (name, records) ->
                sites.put(
                    name,
                    new SimulatedSite(
                        common, SiteData.of(name, records), Parallel.sequential(), work -> {})));
  }

  /** Returns the labels of all sites. */
  static Map<String, Labels> labels(Setting setting, Map<Integer, List<String>> takingPart) {
    return new Oracle(setting).labels(takingPart);
  }

  private Map<String, Labels> labels(Map<Integer, List<String>> takingPart) {
    Clustering found =
        runner.coordinate(
            (question, reply) -> {
              rounds++;
              return replies(question, reply, takingPart.get(rounds));
            },
            (name, value) -> {},
            Parallel.sequential());
    Map<String, Labels> labels = new TreeMap<>();
    for (Map.Entry<String, SimulatedSite> site : sites.entrySet()) {
      labels.put(
          site.getKey(),
          site.getValue()
              .labels(new CoordinatorMessage(rounds + 1, found.answerTo(site.getKey()))));
    }
    return labels;
  }

  /** Asks everybody, and passes on what those said who took part. */
  private List<SiteMessage> replies(Payload question, Reply<?> reply, List<String> present) {
    List<SiteMessage> replies = new ArrayList<>();
    for (Map.Entry<String, SimulatedSite> site : sites.entrySet()) {
      SiteMessage message =
          site.getValue().reply(new CoordinatorMessage(rounds, question)).message();
      if (present.contains(site.getKey())) {
        replies.add(message);
      }
    }
    return reply
        .zero()
        .filter(SumTerms.of(study)::masks)
        .map(zero -> List.of(PayloadCodec.total(total(zero, replies))))
        .orElse(replies);
  }

  private static <T extends SumPayload<T>> Payload total(
      SumPayload<T> zero, List<SiteMessage> replies) {
    @SuppressWarnings("unchecked") // a sum is of its own kind
    SumWords<T> shape = SumWords.like((T) zero);
    long[] total = new long[shape.length()];
    for (SiteMessage reply : replies) {
      long[] words = shape.words(reply.payload());
      for (int i = 0; i < total.length; i++) {
        total[i] += words[i];
      }
    }
    return shape.total(total);
  }
}
