package io.coterie.cli.doctor;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.cli.budget.LedgerOptions;
import io.coterie.cli.site.JoinOptions;
import io.coterie.data.DataSet;
import io.coterie.participant.Invitation;
import io.coterie.participant.Site;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.store.Version;
import io.coterie.store.ledger.LedgerState;
import io.coterie.study.SiteRecords;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.study.file.MappingParser;
import io.coterie.trust.SiteCredentials;
import io.coterie.trust.tls.TlsProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a site can join: each thing that coterie join needs, in the order it needs them. Nothing
 * of the records leaves, nothing is charged, and the coordinator does not count the site as joined.
 */
final class SiteChecks {
  private final DoctorCommand options;
  private final JoinOptions join;
  private final List<Check> checks = new ArrayList<>();

  SiteChecks(DoctorCommand options) {
    this.options = options;
    this.join = options.join();
  }

  List<Check> all() {
    checks.add(MachineChecks.heap());
    checks.add(MachineChecks.disk(join.home));
    SiteCredentials credentials;
    try {
      credentials = SiteCredentials.load(join.home);
    } catch (CoterieException e) {
      checks.add(Check.fail("folder", e.code(), e.getMessage()));
      return checks;
    }
    checks.add(Check.of("certificate", credentials.certificate()));
    String address = join.address(Optional.of(credentials));
    Check reach = Check.of("coordinator", () -> reach(address, credentials));
    checks.add(reach);
    if (reach.failure().isEmpty()) {
      study(address, credentials);
    }
    return checks;
  }

  private static Check reach(String address, SiteCredentials credentials) {
    TlsProbe.check(address, credentials);
    return Check.ok(
        "coordinator", "%s answers, with TLS 1.3 and a certificate to trust".formatted(address));
  }

  private void study(String address, SiteCredentials credentials) {
    try (Site site =
        new Site(credentials.site(), address, Optional.of(credentials), Version.coterie())) {
      Invitation invitation = site.invitation(join.study);
      checks.add(clock(invitation));
      checks.add(version(invitation.software()));
      Study study = invitation.study();
      checks.add(Check.of("study", () -> agreed(study)));
      if (SumTerms.of(study).areMasked()) {
        checks.add(Check.of("other sites", () -> others(study, invitation, credentials)));
      }
      site(study);
    } catch (CoterieException e) {
      checks.add(Check.fail("study", e.code(), e.getMessage()));
    }
  }

  private static Check clock(Invitation invitation) {
    String text = "the coordinator's is %s this one".formatted(invitation.clockOffset());
    return invitation.clocksDiffer()
        ? Check.warn("clock", text + "; set them, or certificates will seem expired")
        : Check.ok("clock", text);
  }

  private static Check version(String theirs) {
    return theirs.equals(Version.coterie())
        ? Check.ok("version", "Coterie %s on both sides".formatted(theirs))
        : Check.warn(
            "version",
            "Coterie %s here, %s there; the protocol fits, but use the same on both"
                .formatted(Version.coterie(), theirs));
  }

  private Check agreed(Study study) {
    join.requireAgreed(study);
    return Check.ok(
        "study",
        "%s, %s, hash %s%s"
            .formatted(
                study.name(),
                study.plan().method(),
                study.hash(),
                join.agreed == null ? "" : ", as agreed"));
  }

  private static Check others(Study study, Invitation invitation, SiteCredentials credentials) {
    List<String> sites = study.participation().sites();
    credentials.identities(invitation.roster(), sites);
    return Check.ok("other sites", "their certificates are of the same authority");
  }

  private void site(Study study) {
    if (options.data == null) {
      checks.add(Check.warn("records", "not looked at; name them with --data"));
      return;
    }
    DataSet records;
    try {
      SiteRecords<DataSet> read = SiteRecords.read(study, source(study));
      records = read.data();
      List<String> notes = new ArrayList<>(read.notes());
      read.findings().forEach(finding -> notes.add(finding.sentence()));
      checks.add(
          notes.isEmpty()
              ? Check.ok("records", "fit the study's schema")
              : Check.warn("records", "fit the study's schema; " + String.join("; ", notes)));
    } catch (CoterieException e) {
      checks.add(Check.fail("records", e.code(), e.getMessage()));
      return;
    }
    checks.add(Check.of("policy", () -> policy(study, records)));
    if (study.plan().privacy().isDp()) {
      checks.add(Check.of("budget", () -> budget(study)));
    }
  }

  private SiteSource source(Study study) {
    SiteSource source = SiteSource.of(options.data).withFormat(options.format.format());
    return options.mapping == null
        ? source
        : source.withMapping(MappingParser.read(options.mapping, study));
  }

  private Check policy(Study study, DataSet records) {
    join.policy().check(study, records.size(), records.columns());
    return Check.ok("policy", "allows the study");
  }

  private Check budget(Study study) {
    LedgerState state =
        LedgerOptions.folder(options.ledgers).ledger(LedgerOptions.identity(options.data)).state();
    if (state.budget().isEmpty()) {
      return Check.fail(
          "budget",
          ErrorCode.BUDGET,
          "none is set for %s; its owner sets one with coterie budget set".formatted(options.data));
    }
    PrivacyBudget limit = state.budget().get();
    double spent = state.spent().epsilon(limit.delta());
    double asked = study.terms().map(terms -> terms.budget().epsilon()).orElse(0.0);
    String text =
        String.format(
            Locale.ROOT,
            "epsilon %.4g of %.4g is spent, the study asks for up to %.4g",
            spent,
            limit.epsilon(),
            asked);
    return spent + asked <= limit.epsilon()
        ? Check.ok("budget", text)
        : Check.warn("budget", text + "; coterie join refuses what goes beyond the limit");
  }
}
