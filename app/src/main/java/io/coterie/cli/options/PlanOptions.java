package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.data.DataSet;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.Methods;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
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

  @Mixin PrivacyOptions privacy = new PrivacyOptions();

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

  private String levelSection(Help help) {
    PrivacyLevel shown = privacy.shown(method);
    return section(
        "Options of privacy level %s; --privacy LEVEL --help shows those of others:"
            .formatted(shown.word()),
        PrivacyOptions.of(shown).stream()
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
    return privacy.shown(method) == PrivacyLevel.DP || Methods.own(chosen).isEmpty()
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
    FederatedMethod chosen = Methods.named(method);
    if (!chosen.isClustering()) {
      throw CoterieException.usage(
          "Method %s clusters nothing and needs a study file, which states what each column holds: see 'coterie study profile --help'."
              .formatted(method));
    }
    Methods.requireLevel(chosen, privacy.level(chosen));
    privacy.check(chosen, command.commandLine().getParseResult());
  }

  /**
   * Returns the plan of a study.
   *
   * @param data of this machine, which says what the records are
   * @param records how many there are at all sites
   */
  public StudyPlan plan(DataSet data, long records, int sites) {
    InputPlan input = inputPlan(data, scale, features);
    FederatedMethod chosen = Methods.named(method);
    PrivacyPlan promise = privacy.plan(chosen, data, records, sites);
    MethodOptions options = new MethodOptions(own.stated);
    if (privacy.epsilon != null && !promise.isDp()) {
      options = options.with(MethodOption.EPSILON.name(), privacy.epsilon);
    }
    options = chosen.stated(options, input);
    StudyPlan plan = new StudyPlan(method, clusterCount(), input, options, promise);
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
            Choice.of("--features", features, FeatureMap.class))
        .withLevels(data.levels());
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

    /** Returns the name of the file as it was given, less the folders of this machine. */
    public String name() {
      return file.getFileName().toString();
    }

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
