package io.coterie.federation;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import io.coterie.model.FittedModel;
import io.coterie.plan.StudyPlan;
import io.coterie.site.Records;
import io.coterie.site.SiteData;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Holds records and goes over them somewhere else than in this process. An add-on, found by {@link
 * ServiceLoader}.
 */
public interface RecordEngine {
  /** Returns the word that --engine names it by. */
  String name();

  /** Starts it, or connects to where it runs. */
  Session start(Settings settings);

  /**
   * Where an engine is and how it is set.
   *
   * @param master its address; what the surroundings say where there is none
   * @param properties in its own words
   */
  record Settings(Optional<String> master, Map<String, String> properties) {
    public Settings {
      properties = Map.copyOf(properties);
    }
  }

  /** An engine that runs. */
  interface Session extends AutoCloseable {
    String description();

    /** Reads a site's records, or says what is wrong with them. */
    Held read(RecordSource source);

    /** Runs the sites of a simulation, whose noise is repeatable. */
    SiteHost host(StudyPlan plan, List<SiteData> sites, Seed seed);

    @Override
    void close();
  }

  /**
   * Records that an engine holds.
   *
   * @param records to go over
   * @param columns the names of their features
   * @param hasMissing whether a value is missing
   * @param findings of the coding of rows; not for anybody but their owner
   * @param writer of their clusters
   */
  record Held(
      Records records,
      List<String> columns,
      boolean hasMissing,
      List<Serializable> findings,
      LabelWriter writer) {
    public Held {
      columns = List.copyOf(columns);
      findings = List.copyOf(findings);
    }
  }

  /** Has the machines that hold records write the clusters that these were given. */
  @FunctionalInterface
  interface LabelWriter {
    /**
     * Writes them with how sure they are.
     *
     * @param model by which the records were labelled
     */
    void write(FittedModel model);
  }

  /** Returns the engine of a name, which must be on the class path. */
  static RecordEngine named(String name) {
    for (RecordEngine engine : ServiceLoader.load(RecordEngine.class)) {
      if (engine.name().equals(name)) {
        return engine;
      }
    }
    throw CoterieException.usage(
        ("There is no engine '%s' on the class path. --engine is local, or spark with the add-on of"
                + " that name: ./coterie of a checkout builds and adds it.")
            .formatted(name));
  }

  /**
   * A site's records in the words of a study, for an engine that reads them.
   *
   * @param data a file or folder, a table or a query, as the engine has it
   * @param features the columns to read, in order; empty for all but those that are ignored
   * @param ignored columns that are no features, where none are named
   * @param dropsIncomplete whether records with a missing value are left out; else NaN marks them
   * @param id the column that names a record in the answer; its position does where there is none
   * @param needsId whether a source without that column is refused
   * @param labels the folder that the clusters are written to; none where nothing is to be written
   * @param coding what makes the features of rows; none where the columns are numbers
   */
  record RecordSource(
      String data,
      List<String> features,
      List<String> ignored,
      boolean dropsIncomplete,
      Optional<String> id,
      boolean needsId,
      Optional<String> labels,
      Optional<RowCoding> coding) {
    /** Makes a source that must have the column of ids, if there is to be one. */
    public RecordSource(
        String data,
        List<String> features,
        List<String> ignored,
        boolean dropsIncomplete,
        Optional<String> id,
        Optional<String> labels,
        Optional<RowCoding> coding) {
      this(data, features, ignored, dropsIncomplete, id, true, labels, coding);
    }

    public RecordSource {
      features = List.copyOf(features);
      ignored = List.copyOf(ignored);
    }

    /** Never shows a query, which may hold a password. */
    @Override
    public String toString() {
      return "RecordSource[%d features]".formatted(features.size());
    }
  }
}
