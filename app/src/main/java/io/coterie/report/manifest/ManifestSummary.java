package io.coterie.report.manifest;

import io.coterie.report.manifest.Manifest.Entry;
import io.coterie.report.manifest.Manifest.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A manifest as people read it: messages that answer the same question and are protected alike are
 * one, in any of their rounds.
 */
record ManifestSummary(List<Part> parts) {
  ManifestSummary {
    parts = List.copyOf(parts);
  }

  /**
   * Messages that are alike.
   *
   * @param rounds in which they are sent
   * @param lines one for each field that is not empty, with the bytes of all rounds
   */
  record Part(List<Integer> rounds, String question, String kind, List<Line> lines) {
    Part {
      rounds = List.copyOf(rounds);
      lines = List.copyOf(lines);
    }

    /** Returns the rounds, such as r4-6, or r6-14 (5) where others are between them. */
    String roundsText() {
      int first = rounds.get(0);
      int last = rounds.get(rounds.size() - 1);
      if (first == last) {
        return "r%d".formatted(first);
      }
      return last - first == rounds.size() - 1
          ? "r%d-%d".formatted(first, last)
          : "r%d-%d (%d)".formatted(first, last, rounds.size());
    }

    private boolean isLike(Entry entry) {
      return question.equals(entry.question())
          && kind.equals(entry.kind())
          && lines.size() == entry.lines().size()
          && IntStream.range(0, lines.size())
              .allMatch(i -> isLike(lines.get(i), entry.lines().get(i)));
    }

    /** Noisy fields are alike only if their shapes are: the cost of each is shown. */
    private static boolean isLike(Line one, Line other) {
      return one.field().equals(other.field())
          && one.mechanism().equals(other.mechanism())
          && one.noise().equals(other.noise())
          && one.told().equals(other.told())
          && (one.noise().isEmpty() || one.shape().equals(other.shape()));
    }

    private Part with(Entry entry) {
      List<Integer> all = new ArrayList<>(rounds);
      all.add(entry.round());
      List<Line> joined = new ArrayList<>();
      for (int i = 0; i < lines.size(); i++) {
        joined.add(joined(lines.get(i), entry.lines().get(i)));
      }
      return new Part(all, question, kind, joined);
    }

    private static Line joined(Line one, Line other) {
      return new Line(
          one.field(),
          larger(one.shape(), other.shape()),
          one.bytes() + other.bytes(),
          one.mechanism(),
          one.noise(),
          one.told());
    }

    private static String larger(String one, String other) {
      if (one.equals(other)) {
        return one;
      }
      String plain = one.replace(UP_TO, "");
      return UP_TO + (size(plain) >= size(other) ? plain : other);
    }

    private static long size(String shape) {
      long size = 1;
      for (String side : shape.split("[^0-9]+", -1)) {
        size *= side.isEmpty() ? 1 : Long.parseLong(side);
      }
      return size;
    }

    private Part withoutEmpty() {
      return new Part(
          rounds, question, kind, lines.stream().filter(line -> line.bytes() > 0).toList());
    }
  }

  private static final String UP_TO = "up to ";

  static ManifestSummary of(Manifest manifest) {
    List<Part> parts = new ArrayList<>();
    for (Entry entry : manifest.entries()) {
      int at = 0;
      while (at < parts.size() && !parts.get(at).isLike(entry)) {
        at++;
      }
      if (at < parts.size()) {
        parts.set(at, parts.get(at).with(entry));
      } else {
        parts.add(new Part(List.of(entry.round()), entry.question(), entry.kind(), entry.lines()));
      }
    }
    return new ManifestSummary(parts.stream().map(Part::withoutEmpty).toList());
  }
}
