package io.coterie.cli.study;

import io.coterie.CoterieException;
import io.coterie.cli.options.TableOptions;
import io.coterie.data.ColumnNames;
import io.coterie.data.column.ColumnProfile;
import io.coterie.data.column.ColumnProfile.Draft;
import io.coterie.data.column.ColumnProfile.Finding;
import io.coterie.data.column.ColumnProfile.Role;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.profile.ColumnNameHints;
import io.coterie.data.profile.TableDraft;
import io.coterie.data.profile.TableProfile;
import io.coterie.plan.PublicBounds;
import io.coterie.study.SetAside.Use;
import io.coterie.study.file.StudyTemplate.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The columns of a study file as they are drafted from a table. The file leaves the site, so that
 * no value of a record gets into it but a level that enough records have.
 */
final class DraftedColumns {
  private static final String TRUE_GROUPS =
      "the true groups: for scores only (--labels), no method reads them";

  private final List<Entry> entries = new ArrayList<>();
  private final List<String> looks = new ArrayList<>();

  DraftedColumns(TableProfile profile, TableOptions answers, Aside stated, int smallestGroup) {
    List<String> names = profile.columns().stream().map(ColumnProfile::name).toList();
    Set<String> aside = stated.names();
    for (String name : aside) {
      if (!names.contains(name)) {
        throw CoterieException.usage(
            "The data has no column '%s'. %s".formatted(name, ColumnNames.hint(name, names)));
      }
    }
    TableDraft draft = answers.draft(profile, aside, smallestGroup);
    Map<String, ColumnSpec> features = new HashMap<>();
    draft.features().forEach(spec -> features.put(spec.name(), spec));
    boolean hasId = stated.id().isPresent();
    for (ColumnProfile column : profile.columns()) {
      String name = column.name();
      if (aside.contains(name)) {
        entries.add(stated.entry(name));
        continue;
      }
      boolean isStated = answers.states(name);
      List<String> comments = isStated ? new ArrayList<>() : comments(column.draft());
      if (stated.labels().isEmpty() && ColumnNameHints.of(name).mayBeTrueGroups()) {
        comments.add(
            "LOOK: By its name it may hold the true groups. They are no feature: say --labels, or"
                + " kind: ignore.");
      }
      draft.remarks().stream()
          .filter(remark -> remark.column().equals(name))
          .map(remark -> "LOOK: " + remark.finding().what())
          .filter(comment -> !comments.contains(comment))
          .forEach(comments::add);
      comments.stream()
          .filter(comment -> comment.startsWith("LOOK: "))
          .forEach(comment -> looks.add("'%s': %s".formatted(name, comment.substring(6))));
      if (features.containsKey(name)) {
        entries.add(Entry.feature(features.get(name), comments));
      } else if (column.draft().role() == Role.MAPPED) {
        entries.add(Entry.feature(column.draft().spec().orElseThrow(), comments));
      } else {
        boolean isId = column.draft().role() == Role.ID && !hasId;
        hasId |= isId;
        entries.add(Entry.other(name, isId ? Use.ID : Use.IGNORE, comments));
      }
    }
  }

  /**
   * Columns that somebody says are no features.
   *
   * @param labels the true groups
   */
  record Aside(List<String> ignored, Optional<String> id, Optional<String> labels) {
    Aside {
      ignored = List.copyOf(ignored);
      if (id.isPresent() && id.equals(labels)) {
        throw CoterieException.usage(
            "--id and --labels both name '%s'; a column has one use.".formatted(id.get()));
      }
    }

    Set<String> names() {
      Set<String> names = new LinkedHashSet<>(ignored);
      id.ifPresent(names::add);
      labels.ifPresent(names::add);
      return names;
    }

    Entry entry(String name) {
      return id.equals(Optional.of(name))
          ? Entry.other(name, Use.ID, List.of())
          : Entry.other(
              name,
              Use.IGNORE,
              labels.equals(Optional.of(name)) ? List.of(TRUE_GROUPS) : List.of());
    }
  }

  private DraftedColumns(List<Entry> entries, List<String> looks) {
    this.entries.addAll(entries);
    this.looks.addAll(looks);
  }

  /** Returns why a column is what it is, and what must be looked at; no value is in it. */
  private static List<String> comments(Draft draft) {
    List<String> comments = new ArrayList<>();
    comments.add("%s: %s".formatted(draft.isSure() ? "sure" : "a guess", draft.why()));
    if (draft.role() == Role.MAPPED) {
      comments.add(
          "LOOK: Sites may write these dates in other forms than 2020-12-31: each names its own in a"
              + " mapping, which 'coterie map' drafts. For a date of birth say 'part: age' and 'at:"
              + " DAY', on which the age is taken.");
      return comments;
    }
    draft.findings().stream().map(Finding::what).map("LOOK: "::concat).forEach(comments::add);
    return comments;
  }

  /** Returns the same with public bounds. */
  DraftedColumns within(Optional<PublicBounds> limits) {
    List<Entry> bounded = new ArrayList<>();
    int at = 0;
    for (Entry entry : entries) {
      if (entry.spec().isEmpty()) {
        bounded.add(entry);
      } else {
        boolean isNumber = !entry.spec().get().isOfLevels();
        ColumnSpec spec = isNumber ? within(entry.spec().get(), limits, at) : entry.spec().get();
        bounded.add(Entry.feature(spec, entry.comments()));
        at += isNumber ? 1 : 0;
      }
    }
    return new DraftedColumns(bounded, looks);
  }

  static ColumnSpec within(ColumnSpec spec, Optional<PublicBounds> limits, int column) {
    return spec.withRange(
        limits.map(all -> new ColumnSpec.Range(all.lower().at(column), all.upper().at(column))));
  }

  List<Entry> entries() {
    return entries;
  }

  /** Returns the names of the features that are numbers, in order. */
  List<String> numbers() {
    return entries.stream()
        .filter(entry -> entry.spec().filter(spec -> !spec.isOfLevels()).isPresent())
        .map(Entry::name)
        .toList();
  }

  /** Returns the names of the features, in order. */
  List<String> features() {
    return entries.stream().filter(entry -> entry.spec().isPresent()).map(Entry::name).toList();
  }

  /** Returns what a person should look at, by column. */
  List<String> looks() {
    return looks;
  }
}
