package io.coterie.bench.paper;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.BenchFolder;
import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.CellResult;
import io.coterie.bench.Grid;
import io.coterie.bench.LearningCurve;
import io.coterie.bench.LearningCurve.Place;
import io.coterie.bench.LearningCurve.Point;
import io.coterie.bench.Metric;
import io.coterie.bench.Results;
import io.coterie.bench.Summary;
import io.coterie.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The runs of a grid that were followed, round by round: their scores, and beside them what the
 * method itself sees, which needs no label.
 */
public record CourseFigures(Grid grid, Results results) {
  private static final String LOSS = "loss";

  /** What a method may see of itself. */
  private static final List<String> SIGNALS =
      List.of(LOSS, "changed", "stability", "eigengap", "agreement");

  /** Writes the courses on each data set as course-SET.csv. */
  public List<Path> write(BenchFolder folder) {
    List<Path> files = new ArrayList<>();
    for (Grid.Row row : grid.rows()) {
      List<BenchmarkRun> runs = followed(row);
      if (!runs.isEmpty()) {
        StringBuilder csv =
            new StringBuilder(
                "method,seed,stage,round,acc,nmi,ari,%s\n".formatted(String.join(",", SIGNALS)));
        for (BenchmarkRun run : runs) {
          List<LearningCurve> courses = courses(run);
          for (int seed = 0; seed < courses.size(); seed++) {
            csv.append(csv(run.variant().toString(), seed, courses.get(seed)));
          }
        }
        String name = "%s-%s.csv".formatted(grid.name(), runs.get(0).entry().name());
        files.add(folder.write(name, csv.toString()));
      }
    }
    return files;
  }

  public List<ObjectNode> figures() {
    return grid.rows().stream()
        .flatMap(row -> followed(row).stream())
        .flatMap(
            run -> {
              String id = "%s-%s-%s".formatted(grid.name(), run.entry().name(), run.variant());
              String title = "%s on %s".formatted(run.variant().title(), run.entry().title());
              return figures(id, title, courses(run)).stream();
            })
        .toList();
  }

  private static List<BenchmarkRun> followed(Grid.Row row) {
    return row.slots().stream()
        .flatMap(slot -> slot.cell().stream())
        .filter(BenchmarkRun::isFollowed)
        .toList();
  }

  /** Returns the course of each seed, empty where a run failed. */
  private List<LearningCurve> courses(BenchmarkRun run) {
    return LongStream.range(0, results.seeds())
        .mapToObj(
            seed -> results.of(run, seed).map(CellResult::course).orElse(LearningCurve.none()))
        .toList();
  }

  static List<ObjectNode> figures(String id, String title, List<LearningCurve> courses) {
    List<Place> places =
        courses.stream()
            .max(Comparator.comparingInt(course -> course.points().size()))
            .orElse(LearningCurve.none())
            .points()
            .stream()
            .map(Point::place)
            .toList();
    if (places.isEmpty()) {
      return List.of();
    }
    ObjectNode scores = figure(id + "-scores", title + ": scores", places);
    for (Metric metric : List.of(Metric.ACC, Metric.NMI)) {
      addLine(scores, metric.name(), places, courses, point -> score(point, metric));
    }
    ObjectNode signals = figure(id + "-signals", title + ": what needs no label", places);
    Map<String, Double> largest = largestLoss(courses);
    for (String signal : SIGNALS) {
      boolean isLoss = signal.equals(LOSS);
      addLine(
          signals,
          isLoss ? "loss / largest" : signal,
          places,
          courses,
          point -> signal(point, signal, isLoss ? largest : Map.of()));
    }
    return List.of(scores, signals);
  }

  private static ObjectNode figure(String id, String title, List<Place> places) {
    ObjectNode node = Json.object().put("kind", "lines").put("title", title);
    node.put("id", id.replaceAll("[^A-Za-z0-9]+", "-"));
    ArrayNode names = node.putArray("places");
    for (Place place : places) {
      boolean isAnswer = place.stage().equals(LearningCurve.ANSWER);
      names.add(isAnswer ? place.stage() : "%s %d".formatted(place.stage(), place.round()));
    }
    node.putArray("series");
    return node;
  }

  /** Adds the mean and the spread over the seeds at each place, if there is a value at any. */
  private static void addLine(
      ObjectNode figure,
      String name,
      List<Place> places,
      List<LearningCurve> courses,
      Function<Point, OptionalDouble> value) {
    ArrayNode means = Json.array();
    ArrayNode spreads = Json.array();
    boolean isEmpty = true;
    for (Place place : places) {
      Optional<Summary> found =
          Summary.of(
              courses.stream()
                  .flatMap(course -> course.points().stream())
                  .filter(point -> point.place().equals(place))
                  .map(value)
                  .flatMapToDouble(OptionalDouble::stream)
                  .toArray());
      means.add(found.map(Summary::mean).orElse(null));
      spreads.add(found.map(Summary::deviation).orElse(null));
      isEmpty &= found.isEmpty();
    }
    if (!isEmpty) {
      ObjectNode line = figure.withArray("series").addObject().put("name", name);
      line.set("means", means);
      line.set("spreads", spreads);
    }
  }

  private static OptionalDouble score(Point point, Metric metric) {
    return point.scores().stream().mapToDouble(metric::of).findFirst();
  }

  private static OptionalDouble signal(Point point, String name, Map<String, Double> largest) {
    Double value = point.signals().get(name);
    return value == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(value / largest.getOrDefault(point.place().stage(), 1.0));
  }

  /** Returns the largest loss of each stage; the losses of two stages are not of one kind. */
  private static Map<String, Double> largestLoss(List<LearningCurve> courses) {
    return courses.stream()
        .flatMap(course -> course.points().stream())
        .filter(point -> point.signals().containsKey(LOSS))
        .collect(
            Collectors.toMap(
                point -> point.place().stage(),
                point -> Math.max(1e-12, Math.abs(point.signals().get(LOSS))),
                Math::max));
  }

  static String csv(String method, long seed, LearningCurve course) {
    StringBuilder text = new StringBuilder();
    for (Point point : course.points()) {
      text.append(
          "%s,%d,%s,%d".formatted(method, seed, point.place().stage(), point.place().round()));
      text.append(
          point
              .scores()
              .map(
                  scores -> number(scores.accuracy()) + number(scores.nmi()) + number(scores.ari()))
              .orElse(",,,"));
      for (String signal : SIGNALS) {
        Double value = point.signals().get(signal);
        text.append(value == null ? "," : number(value));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, ",%.6g", value);
  }
}
