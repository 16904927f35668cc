package io.coterie.federation;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import io.coterie.plan.StudyPlan;
import io.coterie.site.Records;
import io.coterie.site.SiteData;
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
    /** Returns where it runs, in words. */
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
   */
  record Held(Records records, List<String> columns, boolean hasMissing) {
    public Held {
      columns = List.copyOf(columns);
    }
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
}
