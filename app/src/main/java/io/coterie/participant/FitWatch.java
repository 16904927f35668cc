package io.coterie.participant;

import io.coterie.method.fit.SiteFit;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Keeps what a site found of its fit with the others, for its owner's terminal, page and file.
 *
 * <p>Thread-safe.
 */
public final class FitWatch implements SiteWatch {
  private final SiteWatch watch;
  private final Optional<SiteState> page;
  private final IntFunction<String> columns;
  private final boolean mayShare;
  private volatile Optional<SiteFit> found = Optional.empty();

  /**
   * Watches a site.
   *
   * @param page of the owner, if there is one
   * @param columns the name of a column by its place
   * @param mayShare whether the coordinator may get what is found
   */
  public FitWatch(Optional<SitePage> page, IntFunction<String> columns, boolean mayShare) {
    this.watch = page.<SiteWatch>map(own -> own).orElseGet(SiteWatch::none);
    this.page = page.map(SitePage::state);
    this.columns = columns;
    this.mayShare = mayShare;
  }

  /** Returns what was found, in words; empty where nothing was asked. */
  public Optional<List<String>> words() {
    return found.map(fit -> fit.words(columns));
  }

  @Override
  public boolean fits(SiteFit fit) {
    found = Optional.of(fit);
    page.ifPresent(state -> state.fit(fit.words(columns)));
    return mayShare;
  }

  @Override
  public void doing(String words) {
    watch.doing(words);
  }

  @Override
  public void refusing(String reason) {
    watch.refusing(reason);
  }

  @Override
  public void saying(Said said) {
    watch.saying(said);
  }
}
