package io.coterie.site;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Matrix;
import io.coterie.site.Records.OneBlock;
import java.util.List;
import java.util.function.Supplier;

/**
 * The records of one site. They are fetched when they are needed, so that a site need not hold both
 * the records as read and what it made of them.
 *
 * @param site the site's name
 * @param source yields the records, one row each; NaN marks a missing value
 * @param levels of each column whose levels are not agreed on yet: this site's own, by which the
 *     records have their places as values; empty for other columns, or where there are no such
 *     columns
 */
public record SiteData(String site, Supplier<Records> source, List<List<String>> levels) {
  public SiteData {
    requireNonNull(site, "site is null");
    requireNonNull(source, "source is null");
    levels = levels.stream().map(List::copyOf).toList();
  }

  public SiteData(String site, Supplier<Records> source) {
    this(site, source, List.of());
  }

  /** Returns the same records with the site's own levels. */
  public SiteData withLevels(List<List<String>> own) {
    return new SiteData(site, source, own);
  }

  /** Never shows a level. */
  @Override
  public String toString() {
    return "SiteData[%s]".formatted(site);
  }

  public static SiteData of(String site, Matrix records) {
    return of(site, new OneBlock(records));
  }

  public static SiteData of(String site, Records records) {
    return new SiteData(site, () -> records);
  }

  /** Made in memory when they are needed. */
  public static SiteData made(String site, Supplier<Matrix> records) {
    return new SiteData(site, () -> new OneBlock(records.get()));
  }

  /** For a method that needs them all at once. */
  public Matrix records() {
    return source.get().whole();
  }

  /** For a method that passes over them by blocks. */
  public Records blocks() {
    return source.get();
  }
}
