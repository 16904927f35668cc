package io.coterie.simulation;

import io.coterie.federation.RunResult;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.model.ProfileAnswer;
import io.coterie.report.profile.FederatedProfile;
import io.coterie.report.profile.ProfileFiles;
import io.coterie.report.profile.ProfileText;
import io.coterie.store.AtomicOutput;
import io.coterie.terminal.Console;
import io.coterie.terminal.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Simulates a study that describes the records, prints what it found and leaves its files.
 *
 * @param words puts an answer into the words of the study
 * @param out where the files are to appear
 */
public record ProfileSimulation(Function<ProfileAnswer, FederatedProfile> words, Path out) {
  public void run(Simulation simulation, AtomicOutput staging, Parallel parallel, Console console) {
    RunResult result;
    try (Progress progress = console.progress()) {
      result = simulation.federate(parallel, progress);
    }
    FederatedProfile profile = words.apply((ProfileAnswer) result.model().clusters());
    try {
      ProfileFiles.write(profile, staging);
    } catch (IOException e) {
      throw staging.unwritten(e);
    }
    staging.publishFolder();
    new ProfileText(profile).say(console);
    console.say("%s  the profile, for a browser".formatted(out.resolve(ProfileFiles.PAGE)));
    console.finish(Json.object().set("profile", ProfileFiles.document(profile)));
  }
}
