package io.coterie.bench.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.BenchData;
import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.CellRunner;
import io.coterie.bench.LearningCurve.Place;
import io.coterie.bench.ObservedFederation;
import io.coterie.bench.Variant;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.method.Diagnostics;
import io.coterie.method.LongWork.IntermediateLabels;
import io.coterie.method.Methods;
import io.coterie.partition.Partition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What a method that learns makes of the records, round after round: a sample of them where the
 * network puts them, along the two directions in which they vary most, coloured by true group; and
 * what its clusters look like as images. No method sees those colours.
 */
record EmbeddingPictures(BenchData data, int sites, Parallel parallel) {
  private static final Seed SEED = new Seed(0);

  private static final int DRAWN = 1500;

  /** How many rounds of a stage are drawn, the first and the last among them. */
  private static final int ROUNDS = 6;

  private static final int CLUSTERS = 20;

  /**
   * What was drawn of one method.
   *
   * @param figures embeddings round by round, then strips of images; none where there are neither
   * @param rounds how many are drawn
   */
  record Sheet(List<ObjectNode> figures, int rounds) {}

  Sheet draw(Variant variant) {
    Partition partition = CellRunner.partition(data, BenchmarkRun.Split.iid(sites, 0), SEED);
    Watch watch = new Watch(rows(partition));
    new ObservedFederation(
            Methods.named(variant.method()),
            CellRunner.plan(variant, data, BenchmarkRun.Input.AUTO),
            CellRunner.sites(data, partition),
            SEED)
        .run(parallel, watch);
    Map<String, List<Place>> stages = new LinkedHashMap<>();
    watch
        .points
        .keySet()
        .forEach(place -> stages.computeIfAbsent(place.stage(), s -> new ArrayList<>()).add(place));
    List<ObjectNode> figures = new ArrayList<>();
    for (List<Place> places : stages.values()) {
      for (Place place : some(places)) {
        figures.add(points(variant, place, watch, partition));
      }
    }
    int rounds = figures.size();
    watch.images.values().forEach(images -> figures.add(strip(variant, images)));
    return new Sheet(figures, rounds);
  }

  /** Returns which rows of each site are drawn, evenly among them. */
  private static Map<String, int[]> rows(Partition partition) {
    int all = partition.sites().stream().mapToInt(site -> site.toArray().length).sum();
    int step = Math.max(1, (all + DRAWN - 1) / DRAWN);
    Map<String, int[]> rows = new TreeMap<>();
    for (Partition.Site site : partition.sites()) {
      int count = site.toArray().length;
      rows.put(site.name(), IntStream.range(0, count).filter(row -> row % step == 0).toArray());
    }
    return rows;
  }

  private static List<Place> some(List<Place> places) {
    if (places.size() <= ROUNDS) {
      return places;
    }
    return IntStream.range(0, ROUNDS)
        .map(i -> (int) Math.round(i * (places.size() - 1.0) / (ROUNDS - 1)))
        .mapToObj(places::get)
        .toList();
  }

  private ObjectNode points(Variant variant, Place place, Watch watch, Partition partition) {
    List<Matrix> parts = new ArrayList<>();
    List<int[]> groups = new ArrayList<>();
    Map<String, Matrix> bySite = watch.points.get(place);
    for (Partition.Site site : partition.sites()) {
      if (bySite.containsKey(site.name())) {
        int[] records = site.toArray();
        parts.add(bySite.get(site.name()));
        groups.add(
            Arrays.stream(watch.rows.get(site.name()))
                .map(row -> data.truth().of(records[row]))
                .toArray());
      }
    }
    return Figure.points(
        "%s, %s, round %d".formatted(variant.title(), place.stage(), place.round()),
        Matrix.stacked(parts),
        IntVector.of(groups.stream().flatMapToInt(Arrays::stream).toArray()),
        parallel);
  }

  private static ObjectNode strip(Variant variant, Diagnostics.Images images) {
    int shown = Math.min(CLUSTERS, images.pixels().rows());
    return Figure.images(
        "%s, %s".formatted(variant.title(), images.name()),
        IntStream.range(0, shown).mapToObj(images.pixels()::row).toList(),
        images.height(),
        images.width());
  }

  /** Keeps the drawn records of each draft, and the images. */
  private static final class Watch implements ObservedFederation.Watcher {
    private final Map<String, int[]> rows;
    private final Map<Place, Map<String, Matrix>> points = new LinkedHashMap<>();
    private final Map<String, Diagnostics.Images> images = new LinkedHashMap<>();

    Watch(Map<String, int[]> rows) {
      this.rows = rows;
    }

    @Override
    public void round(Payload question, List<SiteMessage> replies) {}

    @Override
    public boolean readsDrafts() {
      return true;
    }

    @Override
    public synchronized void draft(String site, IntermediateLabels draft) {
      points
          .computeIfAbsent(new Place(draft.stage(), draft.round()), place -> new TreeMap<>())
          .put(site, draft.points().selectRows(rows.get(site)));
    }

    @Override
    public synchronized void sketch(Diagnostics sketch) {
      if (sketch instanceof Diagnostics.Images shown) {
        images.put(shown.name(), shown);
      }
    }
  }
}
