package io.coterie.report.manifest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.math.Seed;
import io.coterie.method.MethodRunner;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Step;
import io.coterie.plan.StudyPlan;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What an owner agrees to: the site's schedule, in words. The site refuses everything beyond it, so
 * each number here is one that nothing exceeds, whatever the other sites have.
 *
 * @param schedule that the site holds its coordinator to
 */
public record AgreedLimits(Schedule schedule) {
  public static final List<String> HEAD =
      List.of("question", "answer", "rounds", "numbers each", "leaves", "smallest group");

  public static AgreedLimits of(StudyPlan plan) {
    return new AgreedLimits(MethodRunner.of(plan, new Seed(0)).schedule());
  }

  /** One kind of question wherever it stands, with the rounds of all its places. */
  private record Line(Step step, int rounds) {}

  private List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (Step step : schedule.steps()) {
      int same = -1;
      for (int i = 0; i < lines.size(); i++) {
        same = isLike(lines.get(i).step(), step) ? i : same;
      }
      if (same < 0) {
        lines.add(new Line(step, step.rounds()));
      } else {
        lines.set(same, new Line(lines.get(same).step(), lines.get(same).rounds() + step.rounds()));
      }
    }
    return lines;
  }

  private static boolean isLike(Step one, Step other) {
    return one.question().equals(other.question())
        && one.reply().equals(other.reply())
        && one.numbers() == other.numbers()
        && one.form() == other.form()
        && one.leastGroup() == other.leastGroup();
  }

  Table table() {
    Table table = Table.withHeader(HEAD);
    rows().forEach(table::row);
    return table;
  }

  /** Returns the cells of a table, a row for each kind of question. */
  public List<List<String>> rows() {
    return lines().stream().map(AgreedLimits::cells).toList();
  }

  private static List<String> cells(Line line) {
    return List.of(
        line.step().question(),
        line.step().reply(),
        "at most " + line.rounds(),
        String.format(Locale.ROOT, "at most %,d", line.step().numbers()),
        line.step().form().words(),
        line.step().leastGroup() > 1 ? Integer.toString(line.step().leastGroup()) : "any");
  }

  /** Returns the sum of it in words. */
  public String words() {
    return "at most %s and %s"
        .formatted(
            Format.count(schedule.mostRounds(), "round"), Format.bytes(schedule.mostBytes()));
  }

  ObjectNode json() {
    ObjectNode node =
        Json.object()
            .put("rounds", schedule.mostRounds())
            .put("numbers", schedule.mostNumbers())
            .put("bytes", schedule.mostBytes());
    ArrayNode steps = node.putArray("steps");
    for (Line line : lines()) {
      steps
          .addObject()
          .put("question", line.step().question())
          .put("answer", line.step().reply())
          .put("rounds", line.rounds())
          .put("numbers", line.step().numbers())
          .put("form", line.step().form().words())
          .put("min_group", line.step().leastGroup());
    }
    return node;
  }
}
