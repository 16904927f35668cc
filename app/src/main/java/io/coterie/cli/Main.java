package io.coterie.cli;

import io.coterie.cli.budget.BudgetCommand;
import io.coterie.cli.cert.CertCommand;
import io.coterie.cli.cert.ProvisionCommand;
import io.coterie.cli.coordinator.LogsCommand;
import io.coterie.cli.coordinator.ResumeCommand;
import io.coterie.cli.coordinator.ServeCommand;
import io.coterie.cli.coordinator.StatusCommand;
import io.coterie.cli.coordinator.StopCommand;
import io.coterie.cli.doctor.DoctorCommand;
import io.coterie.cli.site.JoinCommand;
import io.coterie.cli.study.StudyCommand;
import io.coterie.log.ProcessLog;
import io.coterie.terminal.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

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
    return commandLine(terminal, withAddOns(commands(terminal), terminal).values());
  }

  /** Returns as much of the command line as these words need: describing all takes half a start. */
  private static CommandLine commandLine(Terminal terminal, String[] args) {
    Map<String, Supplier<Object>> commands = commands(terminal);
    if (args.length == 1 && args[0].equals("--version")) {
      return commandLine(terminal, List.of());
    }
    if (args.length == 0 || !commands.containsKey(args[0])) {
      commands = withAddOns(commands, terminal); // not before: looking for them opens every jar
    }
    return args.length > 0 && commands.containsKey(args[0])
        ? commandLine(terminal, List.of(commands.get(args[0])))
        : commandLine(terminal, commands.values());
  }

  private static Map<String, Supplier<Object>> withAddOns(
      Map<String, Supplier<Object>> commands, Terminal terminal) {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>(commands);
    all.put("bench", MissingBenchCommand::new);
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      all.put(provider.name(), () -> provider.command(terminal));
    }
    return all;
  }

  private static CommandLine commandLine(
      Terminal terminal, Collection<Supplier<Object>> subcommands) {
    CommandLine root = new CommandLine(new RootCommand());
    subcommands.forEach(subcommand -> root.addSubcommand(subcommand.get()));
    addHelp(root);
    // These are passed on to the subcommands that are there.
    return root.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
        .setUsageHelpWidth(100)
        .setUsageHelpAutoWidth(false);
  }

  /** Returns what makes each command of the program itself, in the order of the help. */
  private static Map<String, Supplier<Object>> commands(Terminal terminal) {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("demo", () -> new DemoCommand(terminal));
    commands.put("simulate", () -> new SimulateCommand(terminal));
    commands.put("study", () -> StudyCommand.commandLine(terminal));
    commands.put("inspect", () -> new InspectCommand(terminal));
    commands.put("serve", () -> new ServeCommand(terminal));
    commands.put("resume", () -> new ResumeCommand(terminal));
    commands.put("status", () -> new StatusCommand(terminal));
    commands.put("logs", () -> new LogsCommand(terminal));
    commands.put("stop", () -> new StopCommand(terminal));
    commands.put("join", () -> new JoinCommand(terminal));
    commands.put("predict", () -> new PredictCommand(terminal));
    commands.put("report", () -> new ReportCommand(terminal));
    commands.put("evaluate", () -> new EvaluateCommand(terminal));
    commands.put("suggest", () -> new SuggestCommand(terminal));
    commands.put("budget", () -> BudgetCommand.commandLine(terminal));
    commands.put("audit", () -> new AuditCommand(terminal));
    commands.put("provision", () -> new ProvisionCommand(terminal));
    commands.put("cert", () -> CertCommand.commandLine(terminal));
    commands.put("methods", () -> new MethodsCommand(terminal));
    commands.put("doctor", () -> new DoctorCommand(terminal));
    return commands;
  }

  private static void addHelp(CommandLine command) {
    command.getCommandSpec().usageMessage().sortOptions(false).abbreviateSynopsis(true);
    command
        .getCommandSpec()
        .addOption(
            OptionSpec.builder("--help", "-h")
                .usageHelp(true)
                .description("Print this help.")
                .build());
    command.getSubcommands().values().forEach(Main::addHelp);
  }
}
