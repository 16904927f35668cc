package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.cli.budget.BudgetCommand;
import io.coterie.cli.cert.CertCommand;
import io.coterie.cli.cert.ProvisionCommand;
import io.coterie.cli.coordinator.LogsCommand;
import io.coterie.cli.coordinator.ServeCommand;
import io.coterie.cli.coordinator.StatusCommand;
import io.coterie.cli.coordinator.StopCommand;
import io.coterie.cli.doctor.DoctorCommand;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.site.FetchCommand;
import io.coterie.cli.site.JoinCommand;
import io.coterie.cli.study.MapCommand;
import io.coterie.cli.study.StudyCommand;
import io.coterie.log.ProcessLog;
import io.coterie.store.Version;
import io.coterie.terminal.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Unmatched;

/** The entry of the command line. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT); // numbers look the same everywhere
    ProcessLog.prepare();
    System.setOut(utf8(FileDescriptor.out));
    System.setErr(utf8(FileDescriptor.err));
    int exitCode = run(args, Terminal.ofProcess());
    System.out.flush();
    System.err.flush();
    System.exit(exitCode);
  }

  private static PrintStream utf8(FileDescriptor stream) {
    return new PrintStream(new FileOutputStream(stream), true, StandardCharsets.UTF_8);
  }

  /** Runs a command as the process would, on the given streams, and returns its exit code. */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    return run(args, new Terminal(out, err, false, false));
  }

  private static int run(String[] args, Terminal terminal) {
    Failures failures = Failures.of(args, terminal);
    try {
      return commandLine(terminal, args)
          .setParameterExceptionHandler((problem, given) -> failures.usage(problem))
          .setExecutionExceptionHandler((problem, command, parsed) -> failures.failure(problem))
          .execute(args);
    } catch (Throwable problem) {
      return failures.failure(problem); // what picocli does not catch: errors of the machine
    }
  }

  /** Returns the whole command line, as the help and the documents show it. */
  static CommandLine commandLine(Terminal terminal) {
    return commandLine(terminal, withAddOns(commands()).values());
  }

  /** Returns as much of the command line as these words need: describing all takes half a start. */
  private static CommandLine commandLine(Terminal terminal, String[] args) {
    Map<String, Supplier<Object>> commands = commands();
    if (args.length == 1 && args[0].equals("--version")) {
      return commandLine(terminal, List.of());
    }
    if (args.length == 0 || !commands.containsKey(args[0])) {
      commands = withAddOns(commands); // not before: looking for them opens every jar
    }
    return args.length > 0 && commands.containsKey(args[0])
        ? commandLine(terminal, List.of(commands.get(args[0])))
        : commandLine(terminal, commands.values());
  }

  private static Map<String, Supplier<Object>> withAddOns(Map<String, Supplier<Object>> commands) {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>(commands);
    all.put("bench", MissingBenchCommand::new);
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      all.put(provider.name(), provider::command);
    }
    return all;
  }

  private static CommandLine commandLine(
      Terminal terminal, Collection<Supplier<Object>> subcommands) {
    CommandLine root = new CommandLine(new RootCommand());
    subcommands.forEach(subcommand -> root.addSubcommand(subcommand.get()));
    addCommonOptions(root, terminal);
    // These are passed on to the subcommands that are there.
    return root.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
        .setUsageHelpWidth(100)
        .setUsageHelpAutoWidth(false);
  }

  /** Returns what makes each command of the program itself, in the order of the help. */
  private static Map<String, Supplier<Object>> commands() {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("demo", DemoCommand::new);
    commands.put("simulate", SimulateCommand::new);
    commands.put("profile", ProfileCommand::new);
    commands.put("study", StudyCommand::new);
    commands.put("map", MapCommand::new);
    commands.put("inspect", InspectCommand::new);
    commands.put("serve", ServeCommand::new);
    commands.put("resume", ServeCommand.Resume::new);
    commands.put("status", StatusCommand::new);
    commands.put("logs", LogsCommand::new);
    commands.put("stop", StopCommand::new);
    commands.put("join", JoinCommand::new);
    commands.put("fetch", FetchCommand::new);
    commands.put("predict", PredictCommand::new);
    commands.put("name", NameCommand::new);
    commands.put("report", ReportCommand::new);
    commands.put("evaluate", EvaluateCommand::new);
    commands.put("suggest", SuggestCommand::new);
    commands.put("budget", BudgetCommand::new);
    commands.put("audit", AuditCommand::new);
    commands.put("provision", ProvisionCommand::new);
    commands.put("cert", CertCommand::new);
    commands.put("methods", MethodsCommand::new);
    commands.put("doctor", DoctorCommand::new);
    return commands;
  }

  private static void addCommonOptions(CommandLine command, Terminal terminal) {
    CommandSpec spec = command.getCommandSpec();
    spec.usageMessage().sortOptions(false).abbreviateSynopsis(true);
    if (command.getCommand() instanceof ConsoleCommand printing) {
      printing.attach(spec, terminal);
    }
    spec.addOption(
        OptionSpec.builder("--help", "-h").usageHelp(true).description("Print this help.").build());
    command.getSubcommands().values().forEach(sub -> addCommonOptions(sub, terminal));
  }

  @Command(
      name = "coterie",
      versionProvider = Version.class,
      description =
          "Finds the groups that several organisations have in common without any of them giving"
              + " its records away.",
      footer = {
        "",
        "Without a command, coterie runs the demo. Exit codes: 0 fine, 1 our fault, 2 usage, 3 bad"
            + " data, 4 network, 5 budget, 6 output, 7 audit failed, 8 no guarantee; see"
            + " docs/errors.md."
      })
  static final class RootCommand implements Callable<Integer> {
    @CommandLine.Spec CommandLine.Model.CommandSpec spec;

    @CommandLine.Option(names = "--version", versionHelp = true, description = "Print the version.")
    boolean version;

    /** Runs the demo: what happens without a command. */
    @Override
    public Integer call() {
      CommandLine demo = spec.commandLine().getSubcommands().get("demo");
      demo.parseArgs();
      return ((DemoCommand) demo.getCommand()).call();
    }
  }

  /** Stands for the benchmarks where their add-on is not on the class path. */
  @Command(
      name = "bench",
      description =
          "The paper's tables and figures, run here: every method on public data sets. An add-on"
              + " that the launcher ./coterie of a source checkout builds on first use.")
  static final class MissingBenchCommand implements Callable<Integer> {
    @Unmatched List<String> words = new ArrayList<>();

    @Override
    public Integer call() {
      throw CoterieException.usage(
          "The benchmarks are an add-on that this installation does not have. Run ./coterie bench"
              + " in a source checkout of Coterie, which builds the add-on on first use.");
    }
  }
}
