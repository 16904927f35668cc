package io.coterie.coordinator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final String NUMBER = "coterie_[a-z_]+(\\{.*})? -?[0-9]+(\\.[0-9]+)?";

  private static List<String> lines(StudyStatus... studies) {
    return new Metrics("1.0", 0)
        .text(List.of(studies), TimeUnit.MILLISECONDS.toNanos(2_500))
        .lines()
        .toList();
  }

  @Test
  void everyNumberOfAStudyIsThere() {
    assertThat(lines(Statuses.collecting("heart")))
        .contains(
            "coterie_info{version=\"1.0\"} 1",
            "coterie_uptime_seconds 2.500",
            "coterie_studies{phase=\"collecting\"} 1",
            "coterie_study_round{study=\"heart\"} 3",
            "coterie_study_quorum{study=\"heart\"} 2",
            "coterie_study_left_seconds{study=\"heart\"} 61.500",
            "coterie_messages_total{study=\"heart\",verdict=\"accepted\"} 7",
            "coterie_messages_total{study=\"heart\",verdict=\"refused\"} 1",
            "coterie_sites{study=\"heart\",state=\"joined\"} 1",
            "coterie_sites{study=\"heart\",state=\"refused\"} 1",
            "coterie_sites{study=\"heart\",state=\"absent\"} 0",
            "coterie_site_awaited{study=\"heart\",site=\"a\"} 1",
            "coterie_site_silence_seconds{study=\"heart\",site=\"a\"} 1.250",
            "coterie_site_received_bytes_total{study=\"heart\",site=\"a\"} 1000",
            "coterie_site_sent_bytes_total{study=\"heart\",site=\"a\"} 20")
        .noneMatch(line -> line.startsWith("coterie_site_silence_seconds{study=\"heart\",site=\"b"))
        .noneMatch(line -> line.contains("nonsense"));
  }

  @Test
  void everyFamilyIsExplainedOnceBeforeItsNumbers() {
    TreeSet<String> explained = new TreeSet<>();
    for (String line : lines(Statuses.collecting("heart"), Statuses.collecting("lung"))) {
      if (line.startsWith("# TYPE ")) {
        assertThat(line).matches("# TYPE coterie_[a-z_]+ (gauge|counter)");
        assertThat(explained.add(line.split(" ", -1)[2])).as(line).isTrue();
      } else if (!line.startsWith("# HELP ")) {
        assertThat(line).matches(NUMBER);
        assertThat(explained).contains(line.replaceFirst("[{ ].*", ""));
      }
    }
    assertThat(explained).hasSizeGreaterThan(12);
  }

  @Test
  void labelsAreEscaped() {
    assertThat(lines(Statuses.collecting("a\\b\"c\nd")))
        .contains("coterie_study_round{study=\"a\\\\b\\\"c\\nd\"} 3");
  }
}
