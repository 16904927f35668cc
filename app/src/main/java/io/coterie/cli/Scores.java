package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.metrics.ExternalScores;
import io.coterie.metrics.InternalScores;
import io.coterie.metrics.ScoreSample;
import io.coterie.store.Json;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How good an answer is.
 *
 * @param external against the true groups, where they are known
 * @param internal by distances alone
 * @param isSampled whether the distances are those of a sample of the records
 */
record Scores(Optional<ExternalScores> external, InternalScores internal, boolean isSampled) {
  ObjectNode json() {
    ObjectNode node = Json.object();
    external.ifPresent(
        scores ->
            node.put("accuracy", scores.accuracy())
                .put("nmi", scores.nmi())
                .put("ari", scores.ari())
                .put("purity", scores.purity()));
    put(node, "silhouette", internal.silhouette());
    node.put("compactness_sampled", isSampled);
    put(node, "davies_bouldin", internal.daviesBouldin());
    put(node, "calinski_harabasz", internal.calinskiHarabasz());
    return node;
  }

  private static void put(ObjectNode node, String name, OptionalDouble value) {
    if (value.isPresent()) {
      node.put(name, value.getAsDouble());
    } else {
      node.putNull(name);
    }
  }

  Table table() {
    Table table = Table.ofFacts();
    external.ifPresent(
        scores ->
            table
                .row("accuracy (ACC)", Amounts.score(scores.accuracy()), "against the true groups")
                .row("information (NMI)", Amounts.score(scores.nmi()))
                .row("Rand index (ARI)", Amounts.score(scores.ari()))
                .row("purity", Amounts.score(scores.purity())));
    if (internal.silhouette().isEmpty() && internal.daviesBouldin().isEmpty()) {
      return table.row("compactness", "-", "not defined for this number of clusters");
    }
    String sampled =
        isSampled
            ? "-1 to 1, larger is better; these three on a sample of %,d records"
                .formatted(ScoreSample.LIMIT)
            : "-1 to 1, larger is better";
    return table
        .row("silhouette", Amounts.score(internal.silhouette()), sampled)
        .row("Davies-Bouldin", Amounts.score(internal.daviesBouldin()), "smaller is better")
        .row("Calinski-Harabasz", Amounts.score(internal.calinskiHarabasz()), "larger is better");
  }
}
