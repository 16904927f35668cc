package io.coterie.faults;

import io.coterie.federation.SimulatedSite;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.method.PreparedMethod;
import io.coterie.method.Step;
import io.coterie.privacy.NoiseSource;
import io.coterie.protocol.CoordinatorMessage;
import io.coterie.protocol.Labels;
import io.coterie.protocol.Payload;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.SumPayload;
import io.coterie.protocol.SumWords;
import io.coterie.site.SiteData;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.wire.ReplyCodec;
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
  private final FederatedMethod method;

  private Oracle(Setting setting) {
    study = setting.study();
    method = new PreparedMethod(Methods.of(study.plan()));
    SimulatedSite.Setting common =
        new SimulatedSite.Setting(
            method, study.plan(), new Seed(study.seed()), NoiseSource::repeatable);
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
    CoordinatorPart part =
        method.coordinator(
            study.plan(),
            new CoordinatorContext(
                new Seed(study.seed()).child("coordinator"),
                Parallel.sequential(),
                (name, value) -> {},
                study.plan().input().dimension()));
    int round = 0;
    Step step = part.next(List.of());
    while (step instanceof Step.Ask ask) {
      round++;
      step = part.next(replies(round, ask, takingPart.get(round)));
    }
    Step.Finish finish = (Step.Finish) step;
    Map<String, Labels> labels = new TreeMap<>();
    for (Map.Entry<String, SimulatedSite> site : sites.entrySet()) {
      labels.put(
          site.getKey(),
          site.getValue()
              .labels(new CoordinatorMessage(round + 1, finish.answerTo(site.getKey()))));
    }
    return labels;
  }

  /** Asks everybody, and passes on what those said who took part. */
  private List<SiteMessage> replies(int round, Step.Ask ask, List<String> present) {
    List<SiteMessage> replies = new ArrayList<>();
    for (Map.Entry<String, SimulatedSite> site : sites.entrySet()) {
      SiteMessage reply =
          site.getValue().reply(new CoordinatorMessage(round, ask.question())).message();
      if (present.contains(site.getKey())) {
        replies.add(reply);
      }
    }
    return ask.reply()
        .zero()
        .filter(SumTerms.of(study)::masks)
        .map(zero -> List.of(ReplyCodec.total(total(zero, replies))))
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
