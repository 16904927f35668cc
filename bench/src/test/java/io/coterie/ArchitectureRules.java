package io.coterie;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toSet;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.coterie.math.Seed;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.method.SiteContext;
import io.coterie.method.dp.DpClustering;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoisyBlock;
import io.coterie.site.PrivacyGate;
import io.coterie.site.Records;
import io.coterie.site.SiteData;
import java.io.ObjectInput;
import java.io.Serializable;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * The rules that keep the picture in the architecture true, for the packages under a root: {@code
 * io.coterie} itself, or the planted violations that show that each rule can fail.
 *
 * @param root the package above all others
 */
record ArchitectureRules(String root) {
  /** The packages of core, each with those of ours that it may use. */
  private static final Map<String, Set<String>> CORE =
      table(
          """
          math:
          graph: math
          privacy: math
          secure: math
          partition: math
          message: math graph
          plan: math message
          metrics: math message
          features: math message plan
          model: math graph message features
          site: math graph message features model privacy
          fusion: math graph message features model
          method: math graph message plan features model site fusion privacy secure
          audit: math graph message plan features site method model privacy
          federation: math message plan features model site method privacy secure
          """);

  /** The packages of the application, each with the others of these that it may use. */
  private static final Map<String, Set<String>> APPLICATION =
      table(
          """
          net:
          json:
          wire:
          data:
          terminal: json
          study: data
          store: data json terminal wire
          log: json net store
          trust: store
          dashboard: json net
          report: data json store study terminal wire
          simulation: data json report store terminal
          coordinator: dashboard json net report store study terminal trust wire
          participant: dashboard data json report store study terminal trust wire
          cli: coordinator dashboard data json log net participant report simulation store study\
           terminal trust wire
          """);

  private static final Set<String> ADD_ONS = Set.of("deep", "spark", "bench");

  /** The packages above core, which may use what they like of it. */
  private static final Set<String> ABOVE =
      Stream.concat(APPLICATION.keySet().stream(), ADD_ONS.stream()).collect(toSet());

  private static final String[] LABELS_MAY_BE_SEEN_BY = {"metrics", "simulation", "cli", "bench"};

  private static Map<String, Set<String>> table(String text) {
    Map<String, Set<String>> table = new TreeMap<>();
    for (String line : text.lines().toList()) {
      String[] sides = line.split(":", 2);
      Set<String> used = sides[1].isBlank() ? Set.of() : Set.of(sides[1].strip().split(" +"));
      table.put(sides[0], used);
    }
    return table;
  }

  /** Whether a package of the product belongs to core. */
  static boolean isOfCore(String packageName) {
    String below = packageName.replaceFirst("^io\\.coterie\\.?", "").replaceFirst("\\..*", "");
    return below.isEmpty() || CORE.containsKey(below);
  }

  ArchRule packagesDependOnlyDownwards() {
    List<ArchRule> rules =
        CORE.entrySet().stream()
            .map(entry -> uses(entry.getKey(), entry.getValue()))
            .map(ArchRule.class::cast)
            .toList();
    return CompositeArchRule.of(rules).as("packages depend only downwards");
  }

  /** Within the application, packages use only those that its table names. */
  ArchRule theApplicationIsLayered() {
    List<ArchRule> rules =
        APPLICATION.entrySet().stream()
            .map(
                entry ->
                    noClasses()
                        .that()
                        .resideInAPackage(under(entry.getKey()))
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                            APPLICATION.keySet().stream()
                                .filter(other -> !other.equals(entry.getKey()))
                                .filter(other -> !entry.getValue().contains(other))
                                .map(this::under)
                                .toArray(String[]::new))
                        .allowEmptyShould(true))
            .map(ArchRule.class::cast)
            .toList();
    return CompositeArchRule.of(rules).as("the application is layered");
  }

  /** What is internal to core is free to change; of the application, reports draw some of it. */
  ArchRule internalsStayInside() {
    return noClasses()
        .that()
        .resideInAnyPackage(
            APPLICATION.keySet().stream()
                .filter(name -> !name.equals("report"))
                .map(this::under)
                .toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(root + "..internal..")
        .as("internal packages are used by core, its add-ons and reports only");
  }

  private ArchRule uses(String name, Set<String> others) {
    Stream<String> ours = Stream.concat(others.stream(), Stream.of(name)).map(this::under);
    Stream<String> outside =
        Stream.concat(
            Stream.of(root, "java.."),
            Stream.ofNullable(
                Map.of("math", "org.bytedeco..", "secure", "javax.crypto..").get(name)));
    return classes()
        .that()
        .resideInAPackage(under(name))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(Stream.concat(ours, outside).toArray(String[]::new))
        .allowEmptyShould(true);
  }

  ArchRule everyPackageHasItsPlace() {
    String[] known =
        Stream.concat(
                Stream.of(root),
                Stream.concat(CORE.keySet().stream(), ABOVE.stream()).map(this::under))
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .should()
        .resideInAnyPackage(known)
        .because("the picture must show every package");
  }

  ArchRule packagesHaveNoCycles() {
    return slices().matching(root + ".(*)..").should().beFreeOfCycles();
  }

  ArchRule trueLabelsNeverReachTheAlgorithm() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(
            Stream.of(LABELS_MAY_BE_SEEN_BY).map(this::under).toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(under("metrics"));
  }

  ArchRule methodsDoNotSeeHowRecordsWereDealt() {
    return noClasses()
        .that()
        .resideInAnyPackage(
            under("method"), under("site"), under("fusion"), under("federation"), under("deep"))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(under("partition"))
        .because("strata may be true labels");
  }

  ArchRule onlyTheGateMakesSiteMessages() {
    return noClasses()
        .that()
        .doNotHaveFullyQualifiedName(PrivacyGate.class.getName())
        .and()
        .haveNameNotMatching(".*\\.federation\\.SecureRounds.*")
        .and()
        .haveNameNotMatching(".*\\.method\\.internal\\.robust\\.RobustSites")
        .and()
        .resideOutsideOfPackage(under("wire"))
        .should()
        .callConstructor(SiteMessage.class, String.class, Payload.class);
  }

  ArchRule exactSumsGetToTheGateAndTheAuditAlone() {
    ArchRule values =
        noClasses()
            .that()
            .resideOutsideOfPackages(under("privacy"), under("site"), under("audit"))
            .should()
            .callMethod(NoisyBlock.class, "exact");
    ArchRule sums =
        noClasses()
            .that()
            .resideOutsideOfPackage(under("audit"))
            .should()
            .callMethod(
                DpClustering.class, "exactSums", StudyPlan.class, SiteContext.class, List.class);
    return CompositeArchRule.of(values)
        .and(sums)
        .as("exact sums get to the gate and the audit alone");
  }

  ArchRule theCoordinatorCannotAddNoiseOrSeeRecords() {
    return noClasses()
        .that()
        .resideInAPackage(under("fusion"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(under("privacy"), under("site"));
  }

  ArchRule everyRandomNumberComesFromASeed() {
    return noClasses()
        .that()
        .doNotHaveFullyQualifiedName(Seed.class.getName())
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Random.class, ThreadLocalRandom.class)
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .callMethod(StrictMath.class, "random")
        .orShould()
        .callMethod(Collections.class, "shuffle", List.class)
        .orShould()
        .callConstructor(SplittableRandom.class)
        .orShould()
        .callConstructor(SplittableRandom.class, long.class);
  }

  ArchRule onlyPrivacyDrawsSecureNumbers() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(under("privacy"), under("secure"))
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(SecureRandom.class)
        .because("noise and keys must not be repeatable, and nothing else may be so");
  }

  ArchRule coreNeitherPrintsNorLogs() {
    return noClasses()
        .that()
        .resideInAnyPackage(core())
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .orShould()
        .dependOnClassesThat()
        .resideInAnyPackage("java.util.logging..", "org.slf4j..")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(System.Logger.class);
  }

  /**
   * Objects that come out of bytes can be made to run what their sender likes, so ours never do.
   * Spark, at a site that uses it, sends passes over records to its own executors in that form by
   * itself; no byte of another party gets there.
   */
  ArchRule nobodyMakesObjectsOutOfBytes() {
    return noClasses()
        .should()
        .dependOnClassesThat()
        .areAssignableTo(ObjectInput.class)
        .as("nobody makes objects out of bytes by Java's own serialization");
  }

  /** Values may be serializable, so that passes over records can go to where these are. */
  ArchRule coreTouchesNoFileAndNoSocket() {
    return noClasses()
        .that()
        .resideInAnyPackage(core())
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAnyPackage(
                    "java.io..", "java.nio.file..", "java.nio.channels..", "java.net..")
                .and(DescribedPredicate.not(JavaClass.Predicates.type(Serializable.class))));
  }

  /** Learned features are an add-on: no other package needs them or what they are built on. */
  ArchRule learnedFeaturesAreAnAddOn() {
    return isAddOn("deep", "ai.djl..", "ai.onnxruntime..").as("learned features are an add-on");
  }

  /** Records on a cluster are an add-on: no other package needs Spark. */
  ArchRule theClusterIsAnAddOn() {
    return isAddOn("spark", "org.apache.spark..", "scala..").as("the cluster is an add-on");
  }

  /** Benchmarks are an add-on that uses the whole program: no other package needs them or JMH. */
  /** Code that sends, or serves pages to others, has no way to a site's own report. */
  ArchRule reportsOfSitesStayThere() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(under("report"), under("simulation"))
        .and()
        .doNotHaveSimpleName("JoinedStudy")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(root.replace(".", "\\.") + "\\.report\\.(SiteReport|OwnProfile).*")
        .because("a site's own figures are made at the site and kept there");
  }

  ArchRule benchmarksAreAnAddOn() {
    return nobodyElseUses("bench", "org.openjdk.jmh..").as("benchmarks are an add-on");
  }

  private ArchRule nobodyElseUses(String name, String... builtOn) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(under(name))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            Stream.concat(Stream.of(under(name)), Stream.of(builtOn)).toArray(String[]::new));
  }

  private ArchRule isAddOn(String name, String... builtOn) {
    ArchRule upwards = nobodyElseUses(name, builtOn);
    ArchRule downwards =
        noClasses()
            .that()
            .resideInAPackage(under(name))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                ABOVE.stream()
                    .filter(other -> !other.equals(name))
                    .map(this::under)
                    .toArray(String[]::new));
    return CompositeArchRule.of(upwards).and(downwards);
  }

  /** A study must mean the same to whoever runs it, so it knows none of them. */
  ArchRule studiesKnowNobodyWhoRunsThem() {
    Set<String> known = Set.of("study", "data", "math", "plan", "message", "privacy", "method");
    String[] others =
        Stream.concat(CORE.keySet().stream(), ABOVE.stream())
            .filter(name -> !known.contains(name))
            .map(this::under)
            .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(under("study"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others);
  }

  ArchRule payloadsHoldNoRecords() {
    return fields()
        .that()
        .areDeclaredInClassesThat()
        .areAssignableTo(Payload.class)
        .should(notInvolve(SiteData.class))
        .andShould(notInvolve(Records.class));
  }

  private static ArchCondition<JavaField> notInvolve(Class<?> type) {
    return new ArchCondition<>("not involve " + type.getSimpleName()) {
      @Override
      public void check(JavaField field, ConditionEvents events) {
        for (JavaClass involved : field.getAllInvolvedRawTypes()) {
          if (involved.isAssignableTo(type)) {
            events.add(
                SimpleConditionEvent.violated(
                    field, field.getFullName() + " involves " + type.getSimpleName()));
          }
        }
      }
    };
  }

  private String[] core() {
    return Stream.concat(Stream.of(root), CORE.keySet().stream().map(this::under))
        .toArray(String[]::new);
  }

  private String under(String name) {
    return root + "." + name + "..";
  }
}
