package io.coterie.data.mapping;

import static java.util.Objects.requireNonNull;

import io.coterie.data.column.ColumnSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A guess at how a site's columns become those of a study, for a person to confirm.
 *
 * @param entries in the order of the study's columns
 * @param unused columns of the site that no column of the study is made of
 */
public record MappingDraft(List<Entry> entries, List<String> unused) {
  /** Stands where a person must decide. */
  public static final String OPEN = ColumnDraft.OPEN;

  /** How far a guess goes. */
  public enum Certainty {
    SURE,
    LIKELY,
    OPEN
  }

  /**
   * One column of the study.
   *
   * @param column of the study
   * @param from the site's column, if one was found
   * @param values of other keys of a mapping
   * @param levels the study's level of each text; {@link #OPEN} where it is not known
   * @param missing texts that seem to stand for a missing value
   */
  public record Entry(
      String column,
      Optional<String> from,
      Certainty certainty,
      List<String> reasons,
      Map<String, String> values,
      Map<String, String> levels,
      List<String> missing) {
    public Entry {
      requireNonNull(column, "column is null");
      requireNonNull(from, "from is null");
      requireNonNull(certainty, "certainty is null");
      reasons = List.copyOf(reasons);
      values = new LinkedHashMap<>(values);
      levels = new LinkedHashMap<>(levels);
      missing = List.copyOf(missing);
    }
  }

  /** A column of the site for one of the study. */
  private record Pair(
      ColumnSpec spec, SourceLook.Column column, NameWords.Likeness name, ColumnDraft draft) {
    double score() {
      return 0.7 * name.score() + 0.3 * draft.fit();
    }

    boolean isPossible() {
      boolean isByContent = !spec.kind().levels().isEmpty() && isTelling();
      return name.score() > 0
          ? draft.fit() >= 0.3 || name.score() == 1 || column.filled() == 0
          : isByContent;
    }

    /** Whether all texts are words that are levels; numbers could be anything. */
    private boolean isTelling() {
      return draft.fit() == 1
          && column.texts().size() > 1
          && column.texts().keySet().stream()
              .noneMatch(text -> text.matches("[0-9.,+-]*|[a-zA-Z]"));
    }

    Entry entry() {
      boolean isOpen = draft.values().containsValue(OPEN) || draft.levels().containsValue(OPEN);
      boolean isSure = name.score() >= 0.85 && draft.fit() >= 0.9 && !draft.isUnsure();
      List<String> reasons = new ArrayList<>();
      if (!name.why().isEmpty()) {
        reasons.add(name.why());
      }
      reasons.addAll(draft.reasons());
      return new Entry(
          spec.name(),
          Optional.of(column.name),
          isOpen ? Certainty.OPEN : isSure ? Certainty.SURE : Certainty.LIKELY,
          reasons,
          draft.values(),
          draft.levels(),
          List.copyOf(draft.missing()));
    }
  }

  /** Drafts a mapping of what was looked at. */
  public static MappingDraft of(List<ColumnSpec> specs, SourceLook look) {
    List<Pair> pairs = new ArrayList<>();
    for (ColumnSpec spec : specs) {
      for (SourceLook.Column column : look.columns()) {
        NameWords.Likeness name = NameWords.of(spec.name(), column.name);
        if (name.score() > 0 || !spec.kind().levels().isEmpty()) {
          Pair pair = new Pair(spec, column, name, new ColumnDraft(spec, column));
          if (pair.isPossible()) {
            pairs.add(pair);
          }
        }
      }
    }
    pairs.sort(Comparator.comparingDouble(Pair::score).reversed());
    Map<String, Entry> found = new LinkedHashMap<>();
    Set<String> used = new HashSet<>();
    for (Pair pair : pairs) {
      if (!found.containsKey(pair.spec.name()) && used.add(pair.column.name)) {
        found.put(pair.spec.name(), pair.entry());
      }
    }
    List<Entry> entries =
        specs.stream().map(spec -> found.getOrDefault(spec.name(), notFound(spec.name()))).toList();
    List<String> unused =
        look.columns().stream().map(c -> c.name).filter(name -> !used.contains(name)).toList();
    return new MappingDraft(entries, unused);
  }

  private static Entry notFound(String column) {
    return new Entry(
        column,
        Optional.empty(),
        Certainty.OPEN,
        List.of("no column looks like it; name one, or say 'absent: true' in place of 'from'"),
        Map.of(),
        Map.of(),
        List.of());
  }

  /** Returns the study's columns of which something must still be said. */
  public List<String> open() {
    return entries.stream()
        .filter(entry -> entry.certainty() == Certainty.OPEN)
        .map(Entry::column)
        .toList();
  }
}
