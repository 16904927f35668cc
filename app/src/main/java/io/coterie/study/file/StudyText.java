package io.coterie.study.file;

import io.coterie.EnumText;
import io.coterie.data.column.ColumnSpec;
import io.coterie.method.MethodOption;
import io.coterie.method.Methods;
import io.coterie.plan.DpTerms;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.study.Durations;
import io.coterie.study.SetAside;
import io.coterie.study.Study;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The effective study: every default written out, keys in one order, so that equal studies are
 * equal bytes.
 */
public record StudyText(Study study) {
  private static final String THERE = "at the coordinator";

  // Plain words that some reader of YAML could take for something else.
  private static final Set<String> SPECIAL =
      Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

  /** Returns the values of all keys but the lists of columns and sites, by path and in order. */
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("study", word(study.name()));
    study.about().texts().forEach((key, text) -> values.put("about." + key.word(), quoted(text)));
    values.put("method", word(study.plan().method()));
    for (MethodOption<?> option : Methods.own(Methods.named(study.plan().method()))) {
      study
          .plan()
          .options()
          .word(option.name())
          .ifPresent(value -> values.put("options." + option.name(), word(value)));
    }
    values.put("clusters", study.plan().clusters().toString());
    addSchema(values);
    addPrivacy(values);
    values.put("participation.quorum", Integer.toString(study.participation().quorum()));
    values.put("participation.join-within", Durations.text(study.participation().joinWithin()));
    values.put("participation.answer-within", Durations.text(study.participation().answerWithin()));
    values.put("seed", Long.toString(study.seed()));
    return values;
  }

  private void addSchema(Map<String, String> values) {
    InputKind kind = study.schema().kind();
    values.put("schema.input", word(kind));
    if (kind.isVectors()) {
      values.put("schema.dimension", Integer.toString(study.schema().input().dimension()));
    }
    values.put("schema.scale", EnumText.of(study.schema().input().scaling()));
    values.put("schema.features", EnumText.of(study.schema().input().features()));
    values.put("schema.missing", EnumText.of(study.schema().missing()));
  }

  private void addPrivacy(Map<String, String> values) {
    PrivacyPlan privacy = study.plan().privacy();
    values.put("privacy.level", privacy.level().word());
    if (privacy.terms().isEmpty()) {
      privacy.level().acceptance().ifPresent(key -> values.put("privacy." + key, "true"));
      values.put("privacy.min-group", Integer.toString(privacy.smallestGroup()));
      values.put("privacy.sums", privacy.sums().word());
      study
          .plan()
          .options()
          .word(MethodOption.EPSILON.name())
          .ifPresent(e -> values.put("privacy.epsilon", e));
      return;
    }
    DpTerms terms = privacy.terms().get();
    values.put("privacy.epsilon", number(terms.budget().epsilon()));
    values.put("privacy.delta", number(terms.budget().delta()));
    values.put("privacy.noise", terms.noise().word());
    values.put("privacy.colluders", Integer.toString(terms.colluders()));
    values.put("privacy.lost-sites", Integer.toString(terms.lostSites()));
    values.put("privacy.public-records", Long.toString(terms.publicRecords()));
    values.put("privacy.records-per-person", Integer.toString(terms.recordsPerPerson()));
  }

  public String canonical() {
    StringBuilder text = new StringBuilder();
    String part = "";
    for (Map.Entry<String, String> entry : values().entrySet()) {
      int dot = entry.getKey().indexOf('.');
      String owner = dot < 0 ? "" : entry.getKey().substring(0, dot);
      if (!owner.equals(part)) {
        addColumns(text, part);
        part = owner;
        if (!owner.isEmpty()) {
          text.append(owner).append(":\n");
        }
        addSites(text, part);
      }
      text.append(owner.isEmpty() ? "" : "  ")
          .append(entry.getKey().substring(dot + 1))
          .append(": ")
          .append(entry.getValue())
          .append('\n');
    }
    return text.toString();
  }

  private void addColumns(StringBuilder text, String part) {
    List<ColumnSpec> columns = study.schema().columns();
    if (!part.equals("schema") || columns.isEmpty()) {
      return;
    }
    text.append("  columns:\n");
    for (ColumnSpec column : columns) {
      text.append("  - ").append(ColumnText.of(column)).append('\n');
    }
    for (SetAside column : study.schema().setAside()) {
      text.append("  - ").append(ColumnText.of(column)).append('\n');
    }
  }

  private void addSites(StringBuilder text, String part) {
    if (part.equals("participation")) {
      text.append("  sites:\n");
      study
          .participation()
          .sites()
          .forEach(site -> text.append("  - ").append(word(site)).append('\n'));
    }
  }

  /** Returns one line for each key in which the coordinator's study is another than this. */
  public List<String> differences(Study there) {
    List<String> lines = new ArrayList<>();
    Map<String, String> ours = values();
    Map<String, String> theirs = new StudyText(there).values();
    Set<String> keys = new LinkedHashSet<>(ours.keySet());
    keys.addAll(theirs.keySet());
    for (String key : keys) {
      addValue(
          lines, key, Optional.ofNullable(ours.get(key)), Optional.ofNullable(theirs.get(key)));
    }
    addColumns(lines, there);
    addNames(
        lines, "participation.sites", study.participation().sites(), there.participation().sites());
    return lines;
  }

  private static void addValue(
      List<String> lines, String key, Optional<String> ours, Optional<String> theirs) {
    if (!ours.equals(theirs)) {
      lines.add(
          "%s: %s here, %s %s"
              .formatted(key, ours.orElse("nothing"), theirs.orElse("nothing"), THERE));
    }
  }

  private void addColumns(List<String> lines, Study there) {
    addNames(lines, "schema.columns", study.schema().names(), there.schema().names());
    addNames(lines, "schema.columns", setAside(study), setAside(there));
    Map<String, ColumnSpec> theirs = new LinkedHashMap<>();
    there.schema().columns().forEach(column -> theirs.put(column.name(), column));
    for (ColumnSpec ours : study.schema().columns()) {
      ColumnSpec other = theirs.get(ours.name());
      if (other != null) {
        addColumn(lines, ours, other);
      }
    }
  }

  private static List<String> setAside(Study one) {
    return one.schema().setAside().stream()
        .map(column -> "%s, kind %s".formatted(column.name(), EnumText.of(column.use())))
        .toList();
  }

  private static void addColumn(List<String> lines, ColumnSpec ours, ColumnSpec theirs) {
    Map<String, String> here = ColumnText.values(ours);
    Map<String, String> there = ColumnText.values(theirs);
    Set<String> keys = new LinkedHashSet<>(here.keySet());
    keys.addAll(there.keySet());
    for (String key : keys) {
      addValue(
          lines,
          "%s of column '%s'".formatted(key, ours.name()),
          Optional.ofNullable(here.get(key)),
          Optional.ofNullable(there.get(key)));
    }
  }

  private static void addNames(
      List<String> lines, String key, List<String> ours, List<String> theirs) {
    Set<String> known = new LinkedHashSet<>(theirs);
    Set<String> held = new LinkedHashSet<>(ours);
    ours.stream()
        .filter(name -> !known.contains(name))
        .forEach(name -> lines.add("%s: '%s' only here".formatted(key, name)));
    theirs.stream()
        .filter(name -> !held.contains(name))
        .forEach(name -> lines.add("%s: '%s' only %s".formatted(key, name, THERE)));
    if (!ours.equals(theirs) && held.equals(known)) {
      lines.add("%s: the same names here, but in another order than %s".formatted(key, THERE));
    }
  }

  static String word(InputKind kind) {
    return kind.toString().replace(' ', ':');
  }

  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Returns a word as it is, or in quotes where it could be taken for something else. */
  static String word(String text) {
    boolean isWord = text.matches("[a-z][a-z0-9-]*") && !SPECIAL.contains(text);
    return isWord || text.matches("[1-9][0-9]{0,8}([.][0-9]{1,9})?") ? text : quoted(text);
  }

  /** Returns the shortest text of a number that is read as the same number. */
  public static String number(double value) {
    return Double.toString(value + 0.0).replaceFirst("\\.0(?=E|$)", "").replace('E', 'e');
  }
}
