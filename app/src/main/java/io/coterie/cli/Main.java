package io.coterie.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The entry of the command line. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT); // numbers look the same everywhere
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
      return commandLine(terminal)
          .setParameterExceptionHandler((problem, given) -> failures.usage(problem))
          .setExecutionExceptionHandler((problem, command, parsed) -> failures.failure(problem))
          .execute(args);
    } catch (Throwable problem) {
      return failures.failure(problem); // what picocli does not catch: errors of the machine
    }
  }

  static CommandLine commandLine(Terminal terminal) {
    CommandLine root =
        new CommandLine(new RootCommand())
            .addSubcommand(new DemoCommand(terminal))
            .addSubcommand(new SimulateCommand(terminal))
            .addSubcommand(StudyCommand.commandLine(terminal))
            .addSubcommand(new InspectCommand(terminal))
            .addSubcommand(new ServeCommand(terminal))
            .addSubcommand(new ResumeCommand(terminal))
            .addSubcommand(new StatusCommand(terminal))
            .addSubcommand(new LogsCommand(terminal))
            .addSubcommand(new StopCommand(terminal))
            .addSubcommand(new JoinCommand(terminal))
            .addSubcommand(new PredictCommand(terminal))
            .addSubcommand(new ReportCommand(terminal))
            .addSubcommand(new EvaluateCommand(terminal))
            .addSubcommand(new SuggestCommand(terminal))
            .addSubcommand(BudgetCommand.commandLine(terminal))
            .addSubcommand(new AuditCommand(terminal))
            .addSubcommand(BenchCommand.commandLine(terminal))
            .addSubcommand(new ProvisionCommand(terminal))
            .addSubcommand(CertCommand.commandLine(terminal))
            .addSubcommand(new MethodsCommand(terminal))
            .addSubcommand(new DoctorCommand(terminal))
            .setOut(new java.io.PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
            .setErr(new java.io.PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
    addHelp(root);
    return root.setUsageHelpWidth(100).setUsageHelpAutoWidth(false);
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
