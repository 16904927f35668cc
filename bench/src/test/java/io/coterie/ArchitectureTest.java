package io.coterie;

import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.coterie.message.Payload;
import io.coterie.method.PayloadKinds;
import io.coterie.wire.DecodedPayload;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the rules against the product, and against planted violations: a rule that those do not
 * break proves nothing.
 */
class ArchitectureTest {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("io.coterie");

  private static final JavaClasses PLANTED = new ClassFileImporter().importPackages("planted");

  /** Each rule with the planted classes (and parts of the report) that must be named. */
  static Stream<Arguments> rules() {
    return Stream.of(
        rule(
            ArchitectureRules::packagesDependOnlyDownwards,
            "planted.fusion.Noisy",
            "planted.privacy.Source",
            "planted.graph.Upwards"),
        rule(ArchitectureRules::theApplicationIsLayered, "planted.terminal.Reader"),
        rule(ArchitectureRules::internalsStayInside, "planted.cli.Intruder"),
        rule(ArchitectureRules::everyPackageHasItsPlace, "planted.unknown.Newcomer"),
        rule(ArchitectureRules::packagesHaveNoCycles, "Slice fusion", "Slice site"),
        rule(
            ArchitectureRules::trueLabelsNeverReachTheAlgorithm,
            "planted.method.Cheat",
            "planted.deep.Climber",
            "planted.metrics.Truth"),
        rule(
            ArchitectureRules::methodsDoNotSeeHowRecordsWereDealt,
            "planted.method.Cheat",
            "planted.deep.Climber",
            "planted.partition.Strata"),
        rule(ArchitectureRules::onlyTheGateMakesSiteMessages, "planted.method.Forger"),
        rule(
            ArchitectureRules::exactSumsGetToTheGateAndTheAuditAlone,
            "planted.method.Teller.before(",
            "planted.method.Teller.around("),
        rule(
            ArchitectureRules::theCoordinatorCannotAddNoiseOrSeeRecords,
            "planted.fusion.Noisy",
            "planted.privacy.Source",
            "planted.site.Records"),
        rule(
            ArchitectureRules::everyRandomNumberComesFromASeed,
            "planted.math.Dice.plain()",
            "planted.math.Dice.threadLocal()",
            "planted.math.Dice.math()",
            "planted.math.Dice.shuffle(",
            "planted.math.Dice.splittable()"),
        rule(ArchitectureRules::onlyPrivacyDrawsSecureNumbers, "planted.math.Dice.secure()"),
        rule(
            ArchitectureRules::coreNeitherPrintsNorLogs,
            "planted.site.Talkative.print()",
            "planted.site.Talkative.complain()",
            "planted.site.Talkative.trace(",
            "planted.site.Talkative.log()",
            "planted.site.Talkative.systemLog()"),
        rule(
            ArchitectureRules::coreTouchesNoFileAndNoSocket,
            "planted.site.Talkative.save(",
            "planted.site.Talkative.stream(",
            "planted.site.Talkative.send("),
        rule(ArchitectureRules::nobodyMakesObjectsOutOfBytes, "planted.cli.Reviver.revive("),
        rule(
            ArchitectureRules::learnedFeaturesAreAnAddOn,
            "planted.method.Learner",
            "planted.deep.Climber"),
        rule(
            ArchitectureRules::theClusterIsAnAddOn,
            "planted.method.Spreader",
            "planted.spark.Driver"),
        rule(ArchitectureRules::benchmarksAreAnAddOn, "planted.cli.Measured"),
        rule(ArchitectureRules::reportsOfSitesStayThere, "planted.wire.Carrier"),
        rule(ArchitectureRules::studiesKnowNobodyWhoRunsThem, "planted.study.Runner"),
        rule(
            ArchitectureRules::payloadsHoldNoRecords,
            "planted.message.Leak.data",
            "planted.message.Leak.more"));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theProductKeepsTheRule(Function<ArchitectureRules, ArchRule> rule) {
    rule.apply(new ArchitectureRules("io.coterie")).check(PRODUCT);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void plantedViolationsBreakTheRule(
      Function<ArchitectureRules, ArchRule> rule, List<String> named) {
    String report =
        rule.apply(new ArchitectureRules("planted"))
            .evaluate(PLANTED)
            .getFailureReport()
            .toString();

    assertThat(report).contains(named);
  }

  @Test
  void drawingFromASeedBreaksNoRule() {
    assertThat(
            new ArchitectureRules("planted")
                .everyRandomNumberComesFromASeed()
                .evaluate(PLANTED)
                .getFailureReport()
                .toString())
        .doesNotContain("planted.math.Innocent");
  }

  @Test
  void everyMessageCanBeRebuiltFromItsFieldsAndNoRecordsCan() {
    Set<String> kinds =
        PayloadKinds.kinds().stream().map(kind -> kind.type().getName()).collect(toSet());
    Set<String> payloads =
        PRODUCT.stream()
            .filter(type -> type.isAssignableTo(Payload.class) && !type.isInterface())
            .map(JavaClass::getName)
            .collect(toSet());

    // The first is what decoding gives, the other must not cross.
    Class<?> records = PayloadKinds.find("pooled-records").orElseThrow().type();
    payloads.removeAll(Set.of(DecodedPayload.class.getName(), records.getName()));
    assertThat(kinds).isEqualTo(payloads).hasSizeGreaterThan(40);
  }

  @Test
  void noPackageIsCrowded() {
    Map<String, Long> files =
        PRODUCT.stream()
            .filter(type -> !type.getEnclosingClass().isPresent())
            .filter(type -> type.getSource().isPresent())
            .collect(groupingBy(JavaClass::getPackageName, counting()));

    assertThat(files.values()).allMatch(count -> count <= 40).hasSizeGreaterThan(50);
  }

  /** What core offers is small enough to be kept; the rest is internal and free to change. */
  @Test
  void coreOffersFewTypes() {
    List<String> offered =
        PRODUCT.stream()
            .filter(type -> ArchitectureRules.isOfCore(type.getPackageName()))
            .filter(type -> !type.getPackageName().contains(".internal"))
            .filter(type -> type.isTopLevelClass() && type.getModifiers().contains(PUBLIC))
            .map(JavaClass::getName)
            .toList();

    assertThat(offered).hasSizeBetween(75, 155);
  }

  @Test
  void allModulesAreSeen() {
    assertThat(PRODUCT.contain(io.coterie.federation.Federation.class)).isTrue();
    assertThat(PRODUCT.contain(io.coterie.data.DataReader.class)).isTrue();
    assertThat(PRODUCT.contain(io.coterie.deep.network.Encoder.class)).isTrue();
    assertThat(PRODUCT.contain(io.coterie.spark.SparkEngine.class)).isTrue();
    assertThat(PRODUCT.contain(ArchitectureTest.class)).isFalse();
  }

  private static Arguments rule(Function<ArchitectureRules, ArchRule> rule, String... named) {
    return Arguments.of(rule, List.of(named));
  }
}
