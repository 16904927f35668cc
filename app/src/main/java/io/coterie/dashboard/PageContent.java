package io.coterie.dashboard;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What a live page's server answers. Every call is asked of several threads at the same time. */
public interface PageContent {
  /** Returns the calls that read, by path; each gets the query. */
  Map<String, Function<Map<String, String>, Answer>> reads();

  /** Returns the calls that change something, by path; they are posted. */
  Map<String, Function<Map<String, String>, Answer>> acts();

  /** Returns what a page that watches is told, if there is what the query names. */
  Optional<LiveSource> live(Map<String, String> query);
}
