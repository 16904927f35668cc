package io.coterie.study.file;

import static java.util.Objects.requireNonNull;

import io.coterie.EnumText;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.method.Methods;
import io.coterie.plan.InputKind;
import io.coterie.study.SetAside.Use;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A study file to begin with: every key with what it means, those that nobody stated commented out.
 *
 * @param stated the values of keys, by path, as a study file writes them
 * @param columns of a table, empty for images and vectors without names
 * @param promise about the records as they are stated, in lines
 */
public record StudyTemplate(
    Map<String, String> stated,
    InputKind kind,
    int dimension,
    List<Entry> columns,
    List<String> promise) {
  private static final String TOP =
      """
      # A study: what all sites agree on before anything is computed. It holds no record. Drafted from a
      # file, it has the names of its columns and of levels that enough records have, and no other value.
      # A key behind '# ' is left out; its value is the default or, where there is none, an example.
      # 'coterie study check FILE' says what the study amounts to; every key is in docs/study.md.

      @study

      # What the study is for and who asks. The owner of each site's records reads it before agreeing;
      # no method sees it. Fill it in and take '# ' away; text that holds ': ' or ' #' goes in quotes.
      # about:
      #   title: Groups of patients with heart failure
      #   purpose: what is asked, of whose records, and what the answer is used for
      #   asked-by: the organisation and the person who ask
      #   contact: whom owners can ask, with address or telephone
      #   ethics: the reference of the ethics committee's vote, or why none is needed
      #   retention: how long the coordinator keeps the totals, the model and the report
      #   website: where more is to be read

      # What is done; 'coterie methods' lists the methods, their options and the levels they offer.
      @method

      # Options of the method; what is left out, the method chooses by itself.
      # options:
      #   verdict: off           # do not judge whether there are groups
      #   resolution: coarse     # what the sites' graphs join: record, component or coarse
      #   neighbors: 10          # how many neighbors a record has in its site's graph
      #   local-clusters: 5      # how many local clusters a site has
      #   fuzzifier: 2           # how soft clusters are, above 1
      #   rounds: 10             # how many rounds move the anchors or centers
      #   robust: trimmed        # what is done about sites that may lie: none, cap, trimmed, median
      #   signs: absolute        # how eigenvectors of sites are compared: absolute or reference
      #   subspace: tsc          # how the coordinator groups samples: tsc or ssc
      #   encoder: gradients     # what the graph is made of
      #   passes: 1              # over a site's records in a round of training
      #   width: 16              # channels of the encoder's first layer
      #   resample-cap: 50       # most that a rare record's chance to be drawn is raised
      #   teaching-rounds: 10    # in which a network is taught the clusters of images
      #   alignment: averaging   # how networks are brought together: averaging or prototypes
      #   graph: anchor          # of the embedded records: anchor or coarse
      #   beside: gradients      # what stands beside an image's embedding: gradients or none
      #   prototype-rounds: 5    # of training towards global prototypes, at most
      #   clustering-weight: 25  # of the clustering loss in those rounds
      #   generator: gan         # what makes up records: gan or vae
      #   samples: 7000          # most records that a site makes up

      # How many clusters: a number, or auto to find it. Level dp needs a number.
      @clusters

      # What every site's records must be, whatever its own file looks like.
      schema:
        # table, image:HEIGHTxWIDTH, or vectors (features that a network computed; with dimension).
        @schema.input
        @schema.dimension
        # none, minmax, zscore, l1, l2, or auto: zscore where features differ much in size.
        @schema.scale
        # none, hog for images, or auto: hog for images.
        @schema.features
        # Missing values: refuse; drop the record; or mean, by which they take that of all sites, at
        # level totals what the record's other values let expect.
        @schema.missing
      """;

  private static final String COLUMNS =
      """
        # The columns of a table. A site's file may have them in any order and may have others, which
        # are left out. Each has a kind:
        #   number    with unit, decimals, log: true; and lower and upper, its range
        #   ordinal   levels in their order, lowest first
        #   category  levels without an order; 'other' takes in those that are not named
        #   binary    two levels
        #   date      part: days, age, year, month or weekday
        #   id        names records for a site's own answer; never clustered
        #   ignore    left out
        # missing: [codes] names what else stands for a missing value. A kind that was found out from
        # a file says why and how sure it is; LOOK marks what a person must look at.
        # lower and upper are what a value can be, agreed on before anybody looked. Each site hears
        # of its own values outside, and of a column that looks as if it were in another unit. At
        # level dp they are the public bounds, to which values are clipped: those of all numbers, or
        # of none, and then bounds are found for a tenth of the budget. Beside columns of levels, all
        # numbers need them at level dp; and there levels must be public, too, not taken from records.
        # They must not come from the data: the smallest and the largest value of a column are each
        # somebody's value.
        columns:
      """;

  private static final String REST =
      """

      # What is promised about the records; see docs/privacy.md.
      @promise
      privacy:
        # totals, dp, component (summaries of groups of each site leave, some of a single record) or
        # paper (graphs over records leave, for public data).
        @privacy.level
        # Level component: accept that means of small groups leave each site, some of a single record.
        @privacy.accept-group-disclosure
        # Level paper: accept that records may be rebuilt from what leaves the sites.
        @privacy.accept-graph-disclosure
        # Level totals: K; no sum over fewer records of all sites is given out. Level component:
        # groups of fewer records are joined to others or withheld; its default is 1.
        @privacy.min-group
        # Level component: masked (the coordinator sees totals over the sites) or plain (it sees every
        # site's own sums). Default: masked with 3 to 100 sites.
        @privacy.sums
        # The budget of level dp for one person; smaller is more private. Level dp needs it.
        @privacy.epsilon
        # Level dp: the chance of a larger loss.
        @privacy.delta
        # Level dp: secure-sums (masked, the sites share the noise) or local (each adds all of it).
        @privacy.noise
        # Secure sums: how many sites may collude with the coordinator.
        @privacy.colluders
        # Secure sums: how many sites may be lost in a round without costing it.
        @privacy.lost-sites
        # Level dp: how many records all sites have together, as a public order of magnitude. Level
        # dp needs it; agree on it, do not count.
        @privacy.public-records
        # Level dp: the most records of one person at one site.
        @privacy.records-per-person

      participation:
        # The sites that are expected: 1 to 40 of a to z, 0 to 9 and -.
        @participation.sites
        # How many sites are enough. With secure sums all but lost-sites. Default: all.
        @participation.quorum
        # How long the coordinator waits for sites to join, and a round for answers: 30s, 10m, 2h.
        @participation.join-within
        @participation.answer-within

      # Every random choice but privacy noise comes from it: the same seed gives the same answer.
      @seed
      """;

  private static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          Map.entry("method", Methods.DEFAULT),
          Map.entry("clusters", "auto"),
          Map.entry("schema.scale", "auto"),
          Map.entry("schema.features", "auto"),
          Map.entry("schema.missing", "refuse"),
          Map.entry("privacy.level", "totals"),
          Map.entry("privacy.accept-group-disclosure", "false"),
          Map.entry("privacy.accept-graph-disclosure", "false"),
          Map.entry("privacy.min-group", "10"),
          Map.entry("privacy.sums", "masked"),
          Map.entry("privacy.epsilon", "1"),
          Map.entry("privacy.delta", "1e-6"),
          Map.entry("privacy.noise", "secure-sums"),
          Map.entry("privacy.colluders", "0"),
          Map.entry("privacy.lost-sites", "0"),
          Map.entry("privacy.public-records", "10000"),
          Map.entry("privacy.records-per-person", "1"),
          Map.entry("participation.quorum", "3"),
          Map.entry("participation.join-within", "24h"),
          Map.entry("participation.answer-within", "1h"),
          Map.entry("seed", "0"));

  public StudyTemplate {
    stated = Map.copyOf(stated);
    requireNonNull(kind, "kind is null");
    columns = List.copyOf(columns);
    promise = List.copyOf(promise);
  }

  public String text() {
    StringBuilder text = new StringBuilder();
    add(text, TOP);
    if (!columns.isEmpty()) {
      text.append(COLUMNS);
      columns.forEach(column -> addColumn(text, column));
    }
    add(text, REST);
    return text.toString();
  }

  private void add(StringBuilder text, String lines) {
    for (String line : lines.lines().toList()) {
      int at = line.indexOf('@');
      text.append(at < 0 ? line : line.substring(0, at) + entry(line.substring(at + 1)))
          .append('\n');
    }
  }

  private String entry(String path) {
    if (path.equals("promise")) {
      return promise.stream().map("# "::concat).collect(Collectors.joining("\n"));
    }
    String key = path.substring(path.indexOf('.') + 1);
    if (path.equals("schema.input")) {
      return "input: " + StudyText.word(kind);
    }
    if (path.equals("schema.dimension")) {
      return (kind.isVectors() ? "" : "# ") + "dimension: " + dimension;
    }
    String value = stated.get(path);
    return value == null ? "# %s: %s".formatted(key, DEFAULTS.get(path)) : key + ": " + value;
  }

  private static void addColumn(StringBuilder text, Entry column) {
    text.append("    - name: ").append(StudyText.quoted(column.name())).append('\n');
    for (String comment : column.comments()) {
      text.append("      # ").append(comment).append('\n');
    }
    if (column.spec().isEmpty()) {
      text.append("      kind: ").append(EnumText.of(column.use())).append('\n');
      return;
    }
    ColumnSpec spec = column.spec().get();
    text.append("      kind: ").append(spec.kind().word()).append('\n');
    ColumnText.values(spec)
        .forEach(
            (key, value) -> {
              if (!key.equals("kind")) {
                text.append("      ").append(key).append(": ").append(value).append('\n');
              }
            });
    if (spec.kind() instanceof ColumnKind.Numeric && spec.range().isEmpty()) {
      text.append("      # lower: ?\n      # upper: ?\n");
    }
  }

  /**
   * A column of the file.
   *
   * @param spec of a feature
   * @param use of another column
   * @param comments on it, a line each; no value of a record may be in them
   */
  public record Entry(String name, Optional<ColumnSpec> spec, Use use, List<String> comments) {
    public Entry {
      requireNonNull(name, "name is null");
      requireNonNull(spec, "spec is null");
      requireNonNull(use, "use is null");
      comments = List.copyOf(comments);
    }

    public static Entry feature(ColumnSpec spec, List<String> comments) {
      return new Entry(spec.name(), Optional.of(spec), Use.IGNORE, comments);
    }

    public static Entry other(String name, Use use, List<String> comments) {
      return new Entry(name, Optional.empty(), use, comments);
    }
  }
}
