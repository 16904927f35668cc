package io.coterie.simulation;

import static java.util.Objects.requireNonNull;

import io.coterie.data.DataSet;
import io.coterie.math.IntVector;
import io.coterie.metrics.TrueLabels;
import io.coterie.plan.InputKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Records as read, and their true groups where somebody wrote them down.
 *
 * @param data the records
 * @param truth one label for each record; for scores and for skewing a simulation
 */
public record LabelledData(DataSet data, Optional<TrueLabels> truth) {
  public LabelledData {
    requireNonNull(data, "data is null");
    requireNonNull(truth, "truth is null");
  }

  /** Returns what must be said if nobody declared that the records are images. */
  public Optional<String> guess() {
    return data.isGuessed() && data.kind() instanceof InputKind.Image image
        ? Optional.of(
            ("taken as images of %d x %d (neighbouring columns move together); --input table to"
                    + " treat them as a table")
                .formatted(image.height(), image.width()))
        : Optional.empty();
  }

  /** Returns the true groups of the chosen records, in the given order. */
  public Optional<TrueLabels> truthOf(IntVector rows) {
    return truth.map(
        labels -> {
          List<String> chosen = new ArrayList<>(rows.size());
          for (int i = 0; i < rows.size(); i++) {
            chosen.add(labels.names().get(labels.of(rows.at(i))));
          }
          return TrueLabels.of(chosen);
        });
  }
}
