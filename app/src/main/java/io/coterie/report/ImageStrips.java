package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.method.Diagnostics;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a network draws of the clusters on the way, one strip a round: some rounds from the first to
 * the last. Of a cluster with too few records nothing is shown, since its image might be a record.
 *
 * @param images by round
 * @param input of the report
 */
record ImageStrips(List<Diagnostics.Images> images, ReportInput input) {
  /** More rounds look alike. */
  private static final int MOST = 6;

  /** More clusters do not fit beside each other. */
  private static final int MOST_IMAGES = 20;

  ImageStrips {
    images = List.copyOf(images);
  }

  void addTo(ArrayNode strips) {
    int shown = Math.min(MOST, images.size());
    for (int i = 0; i < shown; i++) {
      int round = shown == 1 ? 0 : (int) Math.round(i * (images.size() - 1.0) / (shown - 1));
      add(strips.addObject(), images.get(round));
    }
  }

  private void add(ObjectNode node, Diagnostics.Images round) {
    node.put("name", round.name()).put("height", round.height()).put("width", round.width());
    ArrayNode pixels = node.putArray("images");
    IntStream.range(0, round.pixels().rows())
        .filter(row -> round.mass().at(row) >= input.fewest())
        .limit(MOST_IMAGES)
        .forEach(
            row ->
                pixels.add(
                    Pictures.encoded(round.pixels().row(row), round.height() * round.width())));
  }
}
