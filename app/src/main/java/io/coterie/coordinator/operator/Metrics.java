package io.coterie.coordinator.operator;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Studies as Prometheus reads them, in its text form of version 0.0.4.
 *
 * @param software the version of Coterie
 * @param start when the process began, by the clock of nanoseconds
 */
record Metrics(String software, long start) {
  /** Collects families of numbers, each with its two lines of explanation. */
  private static final class Page {
    private final StringBuilder text = new StringBuilder(4096);

    void family(String name, String type, String help) {
      text.append("# HELP coterie_%s %s\n# TYPE coterie_%s %s\n".formatted(name, help, name, type));
    }

    /** Adds a number, under labels that are names and values in turn. */
    void add(String name, double value, String... labels) {
      text.append("coterie_").append(name);
      for (int i = 0; i < labels.length; i += 2) {
        text.append(i == 0 ? '{' : ',')
            .append("%s=\"%s\"".formatted(labels[i], escaped(labels[i + 1])));
      }
      text.append(labels.length == 0 ? " " : "} ").append(number(value)).append('\n');
    }

    private static String escaped(String label) {
      return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static String number(double value) {
      return value == Math.rint(value) && Math.abs(value) < 1e15
          ? Long.toString((long) value)
          : String.format(Locale.ROOT, "%.3f", value);
    }
  }

  String text(List<StudyStatus> studies, long now) {
    Page page = new Page();
    page.family("info", "gauge", "The version of Coterie; always 1.");
    page.add("info", 1, "version", software);
    page.family("uptime_seconds", "gauge", "Since the coordinator was started.");
    page.add("uptime_seconds", seconds(Duration.ofNanos(now - start)));
    machine(page);
    studies(page, studies);
    sites(page, studies);
    return page.text.toString();
  }

  private static void machine(Page page) {
    Runtime runtime = Runtime.getRuntime();
    page.family("jvm_heap_used_bytes", "gauge", "Heap in use.");
    page.add("jvm_heap_used_bytes", (double) (runtime.totalMemory() - runtime.freeMemory()));
    page.family("jvm_heap_max_bytes", "gauge", "The most that the heap can grow to.");
    page.add("jvm_heap_max_bytes", (double) runtime.maxMemory());
  }

  private static void studies(Page page, List<StudyStatus> studies) {
    Map<String, Integer> phases = new TreeMap<>();
    studies.forEach(study -> phases.merge(study.phase().word(), 1, Integer::sum));
    page.family("studies", "gauge", "Studies by phase.");
    phases.forEach((phase, count) -> page.add("studies", count, "phase", phase));
    page.family("study_round", "gauge", "The last round that was opened; 0 before the first.");
    studies.forEach(study -> page.add("study_round", study.round(), "study", study.study()));
    page.family("study_quorum", "gauge", "How many sites are enough.");
    studies.forEach(study -> page.add("study_quorum", study.quorum(), "study", study.study()));
    page.family("study_left_seconds", "gauge", "Until the wait that is open ends.");
    studies.forEach(
        study ->
            study
                .left()
                .ifPresent(
                    left -> page.add("study_left_seconds", seconds(left), "study", study.study())));
    page.family("messages_total", "counter", "Messages of sites, by what became of them.");
    studies.forEach(
        study ->
            study
                .messages()
                .forEach(
                    (verdict, count) ->
                        page.add(
                            "messages_total",
                            (double) count,
                            "study",
                            study.study(),
                            "verdict",
                            verdict)));
  }

  private static void sites(Page page, List<StudyStatus> studies) {
    page.family("sites", "gauge", "Sites by state.");
    for (StudyStatus study : studies) {
      for (StudyStatus.State state : StudyStatus.State.values()) {
        long count = study.sites().stream().filter(site -> site.state() == state).count();
        page.add("sites", (double) count, "study", study.study(), "state", state.word());
      }
    }
    page.family("site_awaited", "gauge", "Whether the study waits for the site: 1 or 0.");
    each(page, studies, "site_awaited", site -> site.awaited() ? 1.0 : 0.0);
    page.family("site_silence_seconds", "gauge", "Since a site was last heard of.");
    each(
        page,
        studies,
        "site_silence_seconds",
        site -> site.silence().map(Metrics::seconds).orElse(Double.NaN));
    page.family("site_received_bytes_total", "counter", "Bytes of messages from a site.");
    each(page, studies, "site_received_bytes_total", StudyStatus.Site::bytesIn);
    page.family("site_sent_bytes_total", "counter", "Bytes of messages to a site.");
    each(page, studies, "site_sent_bytes_total", StudyStatus.Site::bytesOut);
  }

  private static void each(
      Page page, List<StudyStatus> studies, String name, ToDoubleFunction<StudyStatus.Site> value) {
    for (StudyStatus study : studies) {
      for (StudyStatus.Site site : study.sites()) {
        double number = value.applyAsDouble(site);
        if (!Double.isNaN(number)) {
          page.add(name, number, "study", study.study(), "site", site.name());
        }
      }
    }
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }
}
