package io.coterie.study.file;

import io.coterie.CoterieException;
import io.coterie.data.ColumnNames;
import io.coterie.data.MissingPolicy;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnKind.Date.Part;
import io.coterie.data.column.ColumnSpec;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.Methods;
import io.coterie.method.profile.ProfileMethod;
import io.coterie.plan.Budget;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.DpTerms;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.plan.SumMode;
import io.coterie.study.About;
import io.coterie.study.Participation;
import io.coterie.study.Schema;
import io.coterie.study.SetAside;
import io.coterie.study.Study;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Makes a study of a study file, with every default filled in. */
public final class StudyParser {
  /** A word, a number, or a frozen network: onnx:NAME:DIMENSION:SHA256. */
  private static final String OPTION = "[A-Za-z0-9._:+-]{1,200}";

  /** The end of the name of a study that describes the records of another one. */
  static final String PROFILE = "-profile";

  private final Section top;
  private final Section privacy;

  private final boolean isProfile;
  private final UnaryOperator<ColumnSpec> columns;

  private StudyParser(Section top, boolean isProfile, UnaryOperator<ColumnSpec> columns) {
    this.top = top;
    this.privacy = top.part("privacy", StudyKeys.PRIVACY);
    this.isProfile = isProfile;
    this.columns = columns;
  }

  public static Study parse(String text, String origin) {
    return parse(text, origin, false, UnaryOperator.identity());
  }

  /** Makes the study that describes the records of a draft before they are clustered. */
  public static Study parseForProfile(String text, String origin) {
    return parse(text, origin, true, UnaryOperator.identity());
  }

  /** Makes the study of a draft whose columns are completed on the way. */
  public static Study parseCompleted(
      String text, String origin, UnaryOperator<ColumnSpec> columns) {
    return parse(text, origin, false, columns);
  }

  private static Study parse(
      String text, String origin, boolean isProfile, UnaryOperator<ColumnSpec> columns) {
    Section top = Section.top(text, origin, StudyKeys.TOP);
    try {
      return new StudyParser(top, isProfile, columns).study();
    } catch (CoterieException e) {
      if (e.getMessage().startsWith(origin)) {
        throw e;
      }
      // A rule of the plan itself, which speaks of flags and knows no file.
      throw new CoterieException(
          e.code(), "%s: %s".formatted(origin, StudyKeys.inWordsOfKeys(e.getMessage())), e);
    }
  }

  private Study study() {
    String name = top.required("study", "give the study a name, as 'study: heart-groups'");
    About about = about();
    Schema schema = schema();
    Participation participation = participation();
    String named = top.text("method").orElse(Methods.DEFAULT);
    FederatedMethod method = Methods.named(isProfile ? ProfileMethod.NAME : named);
    PrivacyPlan promise = promise(method, schema, participation.sites().size());
    StudyPlan plan =
        isProfile
            ? new StudyPlan(
                method.name(), ClusterCount.auto(), schema.input(), MethodOptions.none(), promise)
            : new StudyPlan(
                method.name(), clusters(), schema.input(), options(promise.level()), promise);
    long seed = top.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(0L);
    return new Study(isProfile ? name + PROFILE : name, about, plan, schema, participation, seed);
  }

  private About about() {
    Section part = top.part("about", StudyKeys.ABOUT);
    Map<About.Key, String> texts = new EnumMap<>(About.Key.class);
    for (About.Key key : About.Key.values()) {
      part.text(key.word()).ifPresent(text -> texts.put(key, text));
    }
    return new About(texts);
  }

  private ClusterCount clusters() {
    if (top.text("clusters").orElse("auto").equals("auto")) {
      return ClusterCount.auto();
    }
    try {
      return ClusterCount.of(top.count("clusters", 1, 1));
    } catch (CoterieException e) {
      throw top.wrong(
          "clusters",
          "is '%s'; it must be a whole number of at least 1, or auto"
              .formatted(top.text("clusters").orElseThrow()));
    }
  }

  private MethodOptions options(PrivacyLevel level) {
    List<String> keys = StudyKeys.options();
    Section part = top.part("options", keys);
    Map<String, String> stated = new LinkedHashMap<>();
    for (String key : keys) {
      part.text(key)
          .ifPresent(
              value -> {
                if (!value.matches(OPTION)) {
                  throw part.wrong(key, "must be a word or a number");
                }
                stated.put(key, value);
              });
    }
    if (level != PrivacyLevel.DP) {
      privacy
          .number("epsilon")
          .ifPresent(value -> stated.put(MethodOption.EPSILON.name(), StudyText.number(value)));
    }
    return new MethodOptions(stated);
  }

  private Schema schema() {
    Section part = top.part("schema", StudyKeys.SCHEMA);
    InputKind kind = kind(part);
    List<ColumnSpec> specs = new ArrayList<>();
    List<SetAside> setAside = new ArrayList<>();
    for (Section column : part.parts("columns", "name", StudyKeys.COLUMN)) {
      Optional<SetAside> other = ColumnText.setAside(column);
      other.ifPresentOrElse(setAside::add, () -> specs.add(columns.apply(ColumnText.read(column))));
    }
    return new Schema(
        new InputPlan(
            kind,
            dimension(part, kind, specs.size()),
            part.choice("scale", Scaling.class).orElse(Scaling.AUTO),
            part.choice("features", FeatureMap.class).orElse(FeatureMap.AUTO)),
        specs,
        setAside,
        part.choice("missing", MissingPolicy.class).orElse(MissingPolicy.REFUSE));
  }

  private static InputKind kind(Section part) {
    String text = part.text("input").orElse("table");
    try {
      return InputKind.parse(text.replaceFirst("^image:", "image "));
    } catch (IllegalArgumentException e) {
      throw part.wrong(
          "input",
          "is '%s'; it must be table, vectors, or image:HEIGHTxWIDTH in pixels, for example image:28x28"
              .formatted(text));
    }
  }

  private static int dimension(Section part, InputKind kind, int columns) {
    if (kind.isVectors()) {
      Optional<Long> stated = part.whole("dimension", 1, Schema.MOST_COLUMNS);
      if (stated.isEmpty() && columns == 0) {
        throw part.missing("dimension", "say how many values a vector has, as 'dimension: 128'");
      }
      return stated.map(Math::toIntExact).orElse(columns);
    }
    if (part.has("dimension")) {
      throw part.wrong("dimension", "is for input vectors; leave it out");
    }
    if (kind instanceof InputKind.Image image) {
      long pixels = image.pixels();
      if (pixels > Schema.MOST_COLUMNS) {
        throw part.wrong(
            "input",
            "has %d pixels; an image may have at most %d".formatted(pixels, Schema.MOST_COLUMNS));
      }
      return (int) pixels;
    }
    if (columns == 0) {
      throw part.missing("columns", "name every column of the table that is a feature");
    }
    return columns;
  }

  private Participation participation() {
    Section part = top.part("participation", StudyKeys.PARTICIPATION);
    List<String> sites = part.texts("sites");
    if (sites.isEmpty()) {
      throw part.missing("sites", "name the sites that are expected, as [a, b, c]");
    }
    return new Participation(
        sites,
        part.count("quorum", sites.size(), 1),
        part.duration("join-within", Participation.DEFAULT_JOIN),
        part.duration("answer-within", Participation.DEFAULT_ANSWER));
  }

  private PrivacyPlan promise(FederatedMethod method, Schema schema, int sites) {
    if (!method.isClustering()) {
      requireTotals();
    }
    PrivacyLevel level =
        privacy.choice("level", PrivacyLevel.class).orElseGet(() -> usualLevel(method, schema));
    if (level != PrivacyLevel.DP) {
      for (String key : StudyKeys.DP) {
        if (privacy.has(key)) {
          throw privacy.wrong(key, "belongs to level dp; say 'level: dp', or leave it out");
        }
      }
      return new PrivacyPlan(
          level,
          accepts(level) || (level.acceptance().isPresent() && !method.isFederated()),
          privacy.count(
              "min-group", level == PrivacyLevel.TOTALS ? PrivacyPlan.SMALLEST_TOTAL : 1, 1),
          sums(level, sites),
          Optional.empty());
    }
    accepts(level);
    for (String key : List.of("min-group", "sums")) {
      if (privacy.has(key)) {
        throw privacy.wrong(key, "is not for level dp; leave it out");
      }
    }
    return PrivacyPlan.dp(terms(schema, sites));
  }

  /** A profile has one level; a draft for another one must not seem to have its promise. */
  private void requireTotals() {
    String why =
        "a profile is of level totals: its counts are rounded totals without noise. Leave it out of"
            + " the draft, and put it into the study afterwards";
    Optional<PrivacyLevel> level = privacy.choice("level", PrivacyLevel.class);
    if (level.isPresent() && level.get() != PrivacyLevel.TOTALS) {
      throw privacy.wrong("level", "is %s, but %s".formatted(level.get().word(), why));
    }
    List<String> others = new ArrayList<>(StudyKeys.DP);
    others.add("epsilon");
    for (String key : others) {
      if (privacy.has(key)) {
        throw privacy.wrong(key, "belongs to level dp, but " + why);
      }
    }
  }

  /**
   * Ranges say what is plausible and choose no level; a budget does, unless the method knows a
   * nominal one and nobody stated public bounds.
   */
  private PrivacyLevel usualLevel(FederatedMethod method, Schema schema) {
    boolean isNominal = method.options().contains(MethodOption.EPSILON) && !schema.statesBounds();
    return privacy.has("epsilon") && method.isClustering() && !isNominal
        ? PrivacyLevel.DP
        : Methods.usualLevel(method);
  }

  /** Returns whether the study accepts what its level gives away; it accepts nothing else. */
  private boolean accepts(PrivacyLevel level) {
    for (PrivacyLevel other : PrivacyLevel.values()) {
      String key = other.acceptance().orElse("");
      if (other != level && !key.isEmpty() && privacy.isTrue(key)) {
        throw privacy.wrong(
            key, "is for level %s; this is level %s".formatted(other.word(), level.word()));
      }
    }
    return level.acceptance().map(privacy::isTrue).orElse(false);
  }

  private SumMode sums(PrivacyLevel level, int sites) {
    if (level == PrivacyLevel.TOTALS) {
      return privacy.choice("sums", SumMode.class).orElse(SumMode.MASKED);
    }
    SumMode usual = level == PrivacyLevel.COMPONENT ? SumMode.among(sites) : SumMode.PLAIN;
    SumMode said = privacy.choice("sums", SumMode.class).orElse(usual);
    if (said == SumMode.MASKED && sites < SumMode.FEWEST_SITES) {
      throw privacy.wrong(
          "sums",
          "needs at least %d sites to be masked; say 'sums: plain'"
              .formatted(SumMode.FEWEST_SITES));
    }
    return said;
  }

  private DpTerms terms(Schema schema, int sites) {
    double epsilon =
        privacy
            .number("epsilon")
            .orElseThrow(
                () ->
                    privacy.missing(
                        "epsilon",
                        "level dp needs a budget, for example 1; smaller is more private"));
    long records =
        privacy
            .whole("public-records", 1, Long.MAX_VALUE)
            .orElseThrow(
                () ->
                    privacy.missing(
                        "public-records",
                        "say how many records all sites have together, as a public order of"
                            + " magnitude"));
    boolean hasLevels = schema.columns().stream().anyMatch(ColumnSpec::isOfLevels);
    List<String> unbounded = ColumnSpec.unbounded(schema.columns());
    if (hasLevels && !unbounded.isEmpty()) {
      throw top.missing(
          "schema.columns.lower and upper",
          "level dp needs the public bounds of every number of a table with columns of levels,"
              + " agreed on before anybody looked; they are missing of "
              + ColumnNames.list(unbounded)
              + ofDates(schema, unbounded));
    }
    if (schema.bounds().isEmpty()
        && schema.columns().stream().anyMatch(column -> column.range().isPresent())) {
      throw top.missing(
          "schema.columns.lower and upper",
          "level dp needs the public bounds of"
              + " every column, agreed on before anybody looked, or of none, and then finds them for"
              + " a part of the budget; they are missing of "
              + ColumnNames.list(unbounded)
              + ofDates(schema, unbounded));
    }
    return new DpTerms(
        new Budget(epsilon, privacy.number("delta").orElse(Budget.DEFAULT_DELTA)),
        privacy.choice("noise", NoiseMode.class).orElse(NoiseMode.SECURE_SUMS),
        sites,
        privacy.count("colluders", 0, 0),
        privacy.count("lost-sites", 0, 0),
        records,
        privacy.count("records-per-person", 1, 1),
        schema.bounds());
  }

  /** Bounds of a date are of the number that is made of it, which is easily taken for the date. */
  private static String ofDates(Schema schema, List<String> unbounded) {
    List<String> dates =
        schema.columns().stream()
            .filter(column -> column.kind() instanceof ColumnKind.Date)
            .filter(column -> unbounded.contains(column.name()))
            .map(column -> date(column.name(), ((ColumnKind.Date) column.kind()).part()))
            .toList();
    return dates.isEmpty() ? "" : ". Bounds of a date are numbers: " + String.join("; ", dates);
  }

  private static String date(String name, Part part) {
    return "of '%s' %s"
        .formatted(
            name,
            switch (part) {
              case AGE -> "the age in years, as lower: 0 and upper: 120";
              case DAYS -> "days since 'at' or 2000-01-01, as lower: -36500 and upper: 18000";
              case YEAR -> "the year, as lower: 1900 and upper: 2100";
              case MONTH -> "the month, lower: 1 and upper: 12";
              case WEEKDAY -> "the day of the week, lower: 1 and upper: 7";
            });
  }
}
