package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.Methods;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputPlan;
import io.coterie.plan.MethodOptions;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Which method, how many clusters, and the method's own options, which the methods on the class
 * path declare.
 */
public final class MethodChoice {
  private static final String SECTION = "methodOptions";

  private final Map<String, String> stated = new TreeMap<>();

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

  /** Adds the options of all methods; the help shows only those of the method that is chosen. */
  @Spec
  void addOptions(CommandSpec own) {
    for (MethodOption<?> option : Methods.options()) {
      StatedValue value = new StatedValue(stated, option.name());
      own.addOption(spec(option).hidden(true).getter(value).setter(value).build());
    }
  }

  @Spec(Spec.Target.MIXEE)
  void addSection(CommandSpec command) {
    UsageMessageSpec usage = command.usageMessage();
    List<String> keys = new ArrayList<>(usage.sectionKeys());
    keys.add(keys.indexOf(UsageMessageSpec.SECTION_KEY_OPTION_LIST) + 1, SECTION);
    usage.sectionKeys(keys);
    usage.sectionMap().put(SECTION, this::section);
  }

  private String section(Help help) {
    FederatedMethod chosen = Methods.all().get(method == null ? Methods.DEFAULT : method);
    if (chosen == null || Methods.own(chosen).isEmpty()) {
      return "";
    }
    Layout layout = help.createDefaultLayout();
    layout.addOptions(
        Methods.own(chosen).stream().map(option -> spec(option).build()).toList(),
        help.parameterLabelRenderer());
    return "Options of %s; 'coterie methods NAME' shows those of others:%n%s"
        .formatted(chosen.name(), layout);
  }

  private static OptionSpec.Builder spec(MethodOption<?> option) {
    return OptionSpec.builder("--" + option.name())
        .paramLabel(option.label())
        .type(String.class)
        .description("%s Default: %s.".formatted(option.help(), option.defaultText()));
  }

  public StudyPlan plan(InputPlan input, PrivacyPlan privacy, String nominalEpsilon) {
    MethodOptions options = new MethodOptions(stated);
    if (nominalEpsilon != null) {
      options = options.with(MethodOption.EPSILON.name(), nominalEpsilon);
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

  /** Refuses what can be refused before the records are read. */
  public void check(PrivacyLevel level) {
    clusterCount();
    Methods.requireLevel(Methods.named(method), level);
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
