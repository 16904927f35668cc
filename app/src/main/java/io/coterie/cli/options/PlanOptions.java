package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.NearestName;
import io.coterie.data.BoundsReader;
import io.coterie.data.DataSet;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.Methods;
import io.coterie.plan.Budget;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.DpTerms;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.plan.SumMode;
import io.coterie.study.Study;
import io.coterie.study.file.StudyKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * What a study does: a study file, or the flags that say the same. These are the method and its own
 * options, which the methods on the class path declare; what is done to the records before
 * distances are measured; and what is promised about them.
 */
public final class PlanOptions {
  public static final String SCALE =
      "none, minmax, zscore, l1, l2 or auto. Default: ${DEFAULT-VALUE}.";
  public static final String FEATURES = "auto, none, or hog for images. Default: ${DEFAULT-VALUE}.";

  private static final String LEVEL_SECTION = "levelOptions";
  private static final String METHOD_SECTION = "methodOptions";

  /** What only one level has; the help shows those of the level that is chosen. */
  private static final Map<PrivacyLevel, List<String>> OF_LEVEL =
      Map.of(
          PrivacyLevel.PAPER,
          List.of("--accept-graph-disclosure"),
          PrivacyLevel.COMPONENT,
          List.of("--min-group", "--sums"),
          PrivacyLevel.TOTALS,
          List.of("--min-group"),
          PrivacyLevel.DP,
          List.of(
              "--delta",
              "--noise",
              "--colluders",
              "--lost-sites",
              "--public-records",
              "--records-per-person",
              "--bounds"));

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      defaultValue = Methods.DEFAULT,
      description = "See 'coterie methods'. Default: ${DEFAULT-VALUE}.")
  String method;

  @Option(
      names = "--clusters",
      paramLabel = "N|auto",
      defaultValue = "auto",
      description = "How many clusters; auto finds the number. Default: ${DEFAULT-VALUE}.")
  String clusters;

  @Mixin MethodFlags own = new MethodFlags();

  @Option(names = "--scale", paramLabel = "HOW", defaultValue = "auto", description = SCALE)
  String scale;

  @Option(names = "--features", paramLabel = "HOW", defaultValue = "auto", description = FEATURES)
  String features;

  @Option(
      names = "--privacy",
      paramLabel = "LEVEL",
      description = {
        "paper: graphs over records leave the site; component: summaries of groups; totals: only",
        "totals over all sites can be read, none over fewer than --min-group records; dp: noisy",
        "sums only, with a proof. Default: dp where --bounds are given, else component."
      })
  String level;

  @Option(
      names = "--accept-graph-disclosure",
      hidden = true,
      description = "Say that records may be rebuilt from what leaves the sites (level paper).")
  boolean acceptsGraphDisclosure;

  @Option(
      names = "--min-group",
      hidden = true,
      paramLabel = "K",
      defaultValue = "auto",
      description = {
        "Level totals: no total over fewer records of all sites is given out. Level component:",
        "groups of fewer records are joined to others or withheld. Not differential privacy. auto",
        "is 10 at level totals, else 1.",
        "Default: ${DEFAULT-VALUE}."
      })
  String minGroup;

  @Option(
      names = "--sums",
      hidden = true,
      paramLabel = "HOW",
      description = {
        "masked: the coordinator sees totals over the sites, no site's own sums; plain: it sees",
        "them (level component). Default: masked where there are 3 to 100 sites."
      })
  String sums;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description = {
        "The budget of level dp. At other levels noise on prototypes (spp-fgc) or sums",
        "(dp-lloyd): a nominal epsilon, no proof of privacy."
      })
  String epsilon;

  @Option(
      names = "--delta",
      hidden = true,
      paramLabel = "D",
      description = "The chance of a larger loss (level dp). Default: 1e-6.")
  Double delta;

  @Option(
      names = "--noise",
      hidden = true,
      paramLabel = "WHERE",
      description = {
        "secure-sums: sums are masked and the sites add shares of the noise; local: each site adds",
        "all of it (level dp). Default: secure-sums."
      })
  String noise;

  @Option(
      names = "--colluders",
      hidden = true,
      paramLabel = "T",
      description = "How many sites may be in league with the coordinator. Default: 0.")
  Integer colluders;

  @Option(
      names = "--lost-sites",
      hidden = true,
      paramLabel = "L",
      description = {
        "How many sites may be lost in a round of secure sums without costing it; the noise allows",
        "for it. Default: 0."
      })
  Integer lostSites;

  @Option(
      names = "--public-records",
      hidden = true,
      paramLabel = "N",
      description = {
        "How many records there are in all, as a public order of magnitude (level dp).",
        "Default in a simulation: the nearest power of ten."
      })
  Long publicRecords;

  @Option(
      names = "--records-per-person",
      hidden = true,
      paramLabel = "M",
      description = "The most records of one person at one site (level dp). Default: 1.")
  Integer recordsPerPerson;

  @Option(
      names = "--bounds",
      hidden = true,
      paramLabel = "FILE|LO:HI",
      description = {
        "What the features can be, agreed on before anybody looked (level dp): a table of",
        "feature, lower and upper, or two numbers for all. Without them a tenth of the budget is",
        "spent on finding bounds from noisy totals."
      })
  String bounds;

  @Spec(Spec.Target.MIXEE)
  void addSections(CommandSpec mixee) {
    UsageMessageSpec usage = mixee.usageMessage();
    List<String> keys = new ArrayList<>(usage.sectionKeys());
    keys.addAll(
        keys.indexOf(UsageMessageSpec.SECTION_KEY_OPTION_LIST) + 1,
        List.of(LEVEL_SECTION, METHOD_SECTION));
    usage.sectionKeys(keys);
    usage.sectionMap().put(LEVEL_SECTION, this::levelSection);
    usage.sectionMap().put(METHOD_SECTION, this::methodSection);
  }

  /** Returns the level whose options the help shows; a misspelt one is no reason for no help. */
  private PrivacyLevel shown() {
    return Optional.ofNullable(level)
        .flatMap(text -> EnumText.parse(PrivacyLevel.class, text))
        .orElse(bounds != null ? PrivacyLevel.DP : PrivacyLevel.COMPONENT);
  }

  private String levelSection(Help help) {
    PrivacyLevel shown = shown();
    return section(
        "Options of privacy level %s; --privacy LEVEL --help shows those of others:"
            .formatted(shown.word()),
        OF_LEVEL.get(shown).stream()
            .map(name -> OptionSpec.builder(command.findOption(name)).hidden(false).build())
            .toList(),
        help);
  }

  private String methodSection(Help help) {
    Map<String, FederatedMethod> all = Methods.all();
    FederatedMethod chosen = all.get(method == null ? Methods.DEFAULT : method);
    if (chosen == null) {
      return "There is no method %s.%s%n".formatted(method, NearestName.hint(method, all.keySet()));
    }
    // Level dp chooses rounds and neighbors by its budget.
    return shown() == PrivacyLevel.DP || Methods.own(chosen).isEmpty()
        ? ""
        : section(
            "Options of %s; 'coterie methods NAME' shows those of others:".formatted(chosen.name()),
            Methods.own(chosen).stream().map(option -> spec(option).build()).toList(),
            help);
  }

  private static String section(String title, List<OptionSpec> options, Help help) {
    Layout layout = help.createDefaultLayout();
    layout.addOptions(options, help.parameterLabelRenderer());
    return "%s%n%s".formatted(title, layout);
  }

  private static OptionSpec.Builder spec(MethodOption<?> option) {
    return OptionSpec.builder("--" + option.name())
        .paramLabel(option.label())
        .type(String.class)
        .description("%s Default: %s.".formatted(option.help(), option.defaultText()));
  }

  /** Refuses what can be refused before the records are read. */
  public void check() {
    clusterCount();
    Methods.requireLevel(Methods.named(method), level());
    if (isDp()) {
      if (sums != null) {
        throw CoterieException.usage(
            "--sums is for privacy level component; at level dp, --noise says it.");
      }
      if (!minGroup.equals("auto") && minGroup() > 1) {
        throw CoterieException.usage(
            "--min-group is for privacy levels totals and component; leave it out.");
      }
      budget();
      noise();
      return;
    }
    for (String option : OF_LEVEL.get(PrivacyLevel.DP)) {
      if (command.commandLine().getParseResult().hasMatchedOption(option)) {
        throw CoterieException.usage(
            "%s belongs to privacy level dp; say --privacy dp, or leave it out.".formatted(option));
      }
    }
    withoutBudget(SumMode.FEWEST_SITES);
  }

  /**
   * Returns the plan of a study.
   *
   * @param data of this machine, which says what the records are
   * @param records how many there are at all sites
   */
  public StudyPlan plan(DataSet data, long records, int sites) {
    InputPlan input = inputPlan(data, scale, features);
    PrivacyPlan privacy = privacy(data.columns(), records, sites);
    MethodOptions options = new MethodOptions(own.stated);
    if (epsilon != null && !isDp()) {
      options = options.with(MethodOption.EPSILON.name(), epsilon);
    }
    FederatedMethod chosen = Methods.named(method);
    options = chosen.stated(options, input);
    StudyPlan plan = new StudyPlan(method, clusterCount(), input, options, privacy);
    // A value that no method permits is refused as such, also where the method lacks the option.
    Methods.options().stream()
        .filter(option -> !Methods.names(chosen).contains(option.name()))
        .forEach(option -> option.in(plan));
    Methods.of(plan); // refuses what the method cannot do, before anything is read or written
    return plan;
  }

  /** Returns how records such as these are seen, by the values of --scale and --features. */
  public static InputPlan inputPlan(DataSet data, String scale, String features) {
    return new InputPlan(
        data.kind(),
        data.columns().size(),
        Choice.of("--scale", scale, Scaling.class),
        Choice.of("--features", features, FeatureMap.class));
  }

  private ClusterCount clusterCount() {
    if (clusters.equals("auto")) {
      return ClusterCount.auto();
    }
    try {
      return ClusterCount.of(Integer.parseInt(clusters));
    } catch (NumberFormatException e) {
      throw CoterieException.usage(
          "--clusters is '%s'; it must be a whole number of at least 1, or auto."
              .formatted(clusters));
    }
  }

  private boolean isDp() {
    return level() == PrivacyLevel.DP;
  }

  private PrivacyLevel level() {
    if (level != null) {
      return Choice.of("--privacy", level, PrivacyLevel.class);
    }
    return bounds != null ? PrivacyLevel.DP : PrivacyLevel.COMPONENT;
  }

  private PrivacyPlan privacy(List<String> features, long records, int sites) {
    if (!isDp()) {
      return withoutBudget(sites);
    }
    return PrivacyPlan.dp(
        new DpTerms(
            budget(),
            noise(),
            sites,
            colluders == null ? 0 : colluders,
            lostSites == null ? 0 : lostSites,
            publicRecords == null ? powerOfTen(records) : publicRecords,
            recordsPerPerson == null ? 1 : recordsPerPerson,
            Optional.ofNullable(bounds).map(text -> BoundsReader.read(text, features))));
  }

  private PrivacyPlan withoutBudget(int sites) {
    return new PrivacyPlan(
        level(), acceptsGraphDisclosure, minGroup(), sums(sites), Optional.empty());
  }

  private int minGroup() {
    if (minGroup.equals("auto")) {
      return level() == PrivacyLevel.TOTALS ? PrivacyPlan.SMALLEST_TOTAL : 1;
    }
    try {
      return Integer.parseInt(minGroup);
    } catch (NumberFormatException e) {
      throw CoterieException.usage(
          "--min-group is '%s'; it must be a whole number of at least 1, or auto."
              .formatted(minGroup));
    }
  }

  private SumMode sums(int sites) {
    if (sums != null) {
      SumMode said = Choice.of("--sums", sums, SumMode.class);
      return level() != PrivacyLevel.TOTALS && sites < SumMode.FEWEST_SITES
          ? SumMode.PLAIN
          : said; // nothing is hidden in a total
    }
    return switch (level()) {
      case COMPONENT -> SumMode.among(sites);
      case TOTALS -> SumMode.MASKED;
      default -> SumMode.PLAIN;
    };
  }

  private static long powerOfTen(long records) {
    return (long) Math.pow(10, Math.rint(Math.log10(Math.max(1.0, (double) records))));
  }

  private NoiseMode noise() {
    return noise == null ? NoiseMode.SECURE_SUMS : Choice.of("--noise", noise, NoiseMode.class);
  }

  private Budget budget() {
    if (epsilon == null) {
      throw CoterieException.usage(
          "Privacy level dp needs a budget: say --epsilon E, for example 1; smaller is more"
              + " private.");
    }
    try {
      return new Budget(Double.parseDouble(epsilon), delta == null ? Budget.DEFAULT_DELTA : delta);
    } catch (NumberFormatException e) {
      throw CoterieException.usage("--epsilon is %s, which is no number.".formatted(epsilon));
    }
  }

  /** A study file in place of the flags, for commands that take one. */
  public static final class StudyFile {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Parameters(
        arity = "0..1",
        paramLabel = "STUDY",
        description = {
          "A study file, in place of the flags that it says; see 'coterie study new'."
        })
    Path file;

    /** Reads the study, if one is given; what it says cannot be said by a flag as well. */
    public Optional<Study> study() {
      if (file == null) {
        return Optional.empty();
      }
      for (Map.Entry<String, String> said : StudyKeys.byFlag().entrySet()) {
        if (command.commandLine().getParseResult().hasMatchedOption(said.getKey())) {
          throw CoterieException.usage(
              "%s is given beside the study %s, which says it as %s. Leave the flag out, or change the study file."
                  .formatted(said.getKey(), file, said.getValue()));
        }
      }
      return Optional.of(Study.read(file));
    }
  }

  /** The options of all methods; the help shows only those of the method that is chosen. */
  static final class MethodFlags {
    private final Map<String, String> stated = new TreeMap<>();

    @Spec
    void addOptions(CommandSpec flags) {
      for (MethodOption<?> option : Methods.options()) {
        StatedValue value = new StatedValue(stated, option.name());
        flags.addOption(spec(option).hidden(true).getter(value).setter(value).build());
      }
    }
  }

  /** Where picocli keeps the value of an option of a method. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // picocli knows the type
  private record StatedValue(Map<String, String> stated, String name) implements IGetter, ISetter {
    @Override
    public <T> T get() {
      return (T) stated.get(name);
    }

    @Override
    public <T> T set(T value) {
      return (T) (value == null ? stated.remove(name) : stated.put(name, value.toString()));
    }
  }
}
