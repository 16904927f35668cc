package io.coterie.trust;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.store.AtomicOutput;
import io.coterie.store.PrivateFiles;
import io.coterie.trust.pki.Authority;
import io.coterie.trust.pki.KeyFiles;
import io.coterie.trust.pki.PartyCertificate;
import io.coterie.trust.pki.SiteRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * The folder in which a federation begins: {@code ca} with the authority, {@code coordinator} with
 * what the coordinator needs, and for each site that was provisioned here {@code site-NAME}, to be
 * carried to the site.
 *
 * <p>Not thread-safe.
 */
public final class TrustFolder {
  private static final String AUTHORITY = "ca";
  private static final String COORDINATOR = "coordinator";
  private static final String SITE = "site-";
  private static final String ISSUED = "issued.csv";
  private static final String ISSUED_HEADER = "serial,holder,from,until,fingerprint\n";

  private final Path folder;
  private final Authority authority;

  private TrustFolder(Path folder, Authority authority) {
    this.folder = folder;
    this.authority = authority;
  }

  /**
   * How a federation begins.
   *
   * @param address where sites reach the coordinator, host and port
   * @param moreHosts other names and addresses of its host
   * @param sites those whose keys are made here
   * @param validity how long certificates last
   */
  public record Plan(
      String address, List<String> moreHosts, List<String> sites, Duration validity) {
    public Plan {
      HostPort.of(address);
      moreHosts = List.copyOf(moreHosts);
      moreHosts.forEach(HostPort::checkHost);
      sites = List.copyOf(sites);
      sites.forEach(SiteNames::check);
      if (new LinkedHashSet<>(sites).size() < sites.size()) {
        throw CoterieException.usage("A site is named twice; each has its own name.");
      }
      if (validity.isNegative() || validity.isZero()) {
        throw CoterieException.usage("Certificates must last at least one day; raise --days.");
      }
    }

    private List<String> hosts() {
      LinkedHashSet<String> hosts = new LinkedHashSet<>();
      hosts.add(HostPort.of(address).host());
      hosts.addAll(moreHosts);
      return List.copyOf(hosts);
    }
  }

  /** Makes the whole folder, which appears at its place when all is in it. */
  public static TrustFolder create(Path folder, Plan plan) {
    return create(folder, plan, Clock.systemUTC());
  }

  static TrustFolder create(Path folder, Plan plan, Clock clock) {
    if (Files.exists(folder.resolve(AUTHORITY))) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          ("The folder %s holds a federation's keys, which are never replaced. Add a site with"
                  + " coterie provision --add-site, or choose another folder with --out.")
              .formatted(folder));
    }
    return AtomicOutput.writeFolder(
        folder,
        false,
        AtomicOutput.Readers.USUAL,
        staging -> {
          TrustFolder fresh =
              new TrustFolder(staging.file(AUTHORITY).getParent(), Authority.create(clock));
          fresh.writeCoordinator(plan);
          for (String site : plan.sites()) {
            fresh.writeSite(site, fresh.siteFolder(site), plan.validity());
          }
          return new TrustFolder(folder, fresh.authority);
        });
  }

  public static TrustFolder open(Path folder) {
    return open(folder, Clock.systemUTC());
  }

  static TrustFolder open(Path folder, Clock clock) {
    requireNonNull(folder, "folder is null");
    if (!Files.isDirectory(folder.resolve(AUTHORITY))) {
      throw CoterieException.badData(
          ("The folder %s has no authority in it (%s). Name the one that coterie provision or"
                  + " coterie cert init made.")
              .formatted(folder, folder.resolve(AUTHORITY)));
    }
    return new TrustFolder(folder, Authority.read(folder.resolve(AUTHORITY), clock));
  }

  private void writeCoordinator(Plan plan) throws IOException {
    Path own = folder.resolve(AUTHORITY);
    PrivateFiles.createFolder(own);
    authority.write(own);
    Path coordinator = coordinatorFolder();
    PrivateFiles.createFolder(coordinator.resolve(AllowList.FOLDER));
    KeyPair keys = KeyFiles.newTlsKeys();
    PartyCertificate certificate =
        authority.coordinator(keys.getPublic(), plan.hosts(), plan.validity());
    noteIssued(certificate);
    KeyFiles.write(coordinator.resolve(CoordinatorCredentials.KEY), keys.getPrivate());
    certificate.write(coordinator.resolve(CoordinatorCredentials.CERTIFICATE));
    authority.certificate().write(coordinator.resolve(Credentials.AUTHORITY));
    PrivateFiles.replace(coordinator.resolve(Connection.ADDRESS), plan.address() + "\n");
  }

  /** Makes keys and certificate of a site and lets it in; its folder appears last. */
  private void writeSite(String site, Path place, Duration validity) throws IOException {
    KeyPair tls = KeyFiles.newTlsKeys();
    KeyPair identity = KeyFiles.newIdentityKeys();
    PartyCertificate certificate = authority.site(SiteRequest.of(site, tls, identity), validity);
    PrivateFiles.createFolder(place);
    KeyFiles.write(place.resolve(SiteCredentials.KEY), tls.getPrivate());
    KeyFiles.write(place.resolve(SiteCredentials.IDENTITY), identity.getPrivate());
    writeAnswer(certificate, place);
    noteIssued(certificate);
    allowList().add(certificate);
  }

  /** Writes what a site gets back from its authority. */
  private void writeAnswer(PartyCertificate site, Path place) throws IOException {
    PrivateFiles.createFolder(place);
    site.write(place.resolve(SiteCredentials.CERTIFICATE));
    authority.certificate().write(place.resolve(Credentials.AUTHORITY));
    Connection connection =
        new Connection(site.name(), address(), Optional.of(coordinatorCertificate().fingerprint()));
    PrivateFiles.replace(place.resolve(Connection.FILE), connection.text());
  }

  /** Makes keys and certificate of one more site; returns its folder. */
  public Path addSite(String site, Duration validity) {
    SiteNames.check(site);
    refuseListed(site);
    Path place = siteFolder(site);
    refuseExisting(place);
    return AtomicOutput.writeFolder(
        place,
        false,
        AtomicOutput.Readers.USUAL,
        staging -> {
          writeSite(site, staging.file(SiteCredentials.KEY).getParent(), validity);
          return place;
        });
  }

  /**
   * Gives a site the certificate it asked for and lets it in.
   *
   * @param answer the folder to send back to the site
   */
  public PartyCertificate approve(SiteRequest request, Path answer, Duration validity) {
    refuseListed(request.site());
    refuseExisting(answer);
    return AtomicOutput.writeFolder(
        answer,
        false,
        AtomicOutput.Readers.USUAL,
        staging -> {
          PartyCertificate certificate = authority.site(request, validity);
          writeAnswer(certificate, staging.file(Credentials.AUTHORITY).getParent());
          noteIssued(certificate);
          allowList().add(certificate);
          return certificate;
        });
  }

  /**
   * Gives the coordinator a new certificate for the key and the hosts it has.
   *
   * @param moreHosts names and addresses to add
   */
  public PartyCertificate renewCoordinator(List<String> moreHosts, Duration validity) {
    LinkedHashSet<String> hosts = new LinkedHashSet<>(coordinatorCertificate().hosts());
    moreHosts.forEach(HostPort::checkHost);
    hosts.addAll(moreHosts);
    PartyCertificate certificate =
        authority.coordinator(
            coordinatorCertificate().x509().getPublicKey(), List.copyOf(hosts), validity);
    Path file = coordinatorFolder().resolve(CoordinatorCredentials.CERTIFICATE);
    try {
      noteIssued(certificate);
      certificate.write(file);
      return certificate;
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "%s cannot be written (%s). Check its permissions."
              .formatted(file, e.getClass().getSimpleName()),
          e);
    }
  }

  public void revoke(String site) {
    SiteNames.check(site);
    if (!allowList().remove(site)) {
      throw CoterieException.usage(
          "Site %s is not on the allow-list; on it are: %s."
              .formatted(
                  site,
                  String.join(
                      ", ", allowList().all().stream().map(PartyCertificate::name).toList())));
    }
  }

  private void refuseListed(String site) {
    if (allowList().find(site).isPresent()) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          ("Site %s is on the allow-list already. To give it a new certificate, first take the old"
                  + " one off: coterie cert revoke %s --ca %s")
              .formatted(site, site, folder));
    }
  }

  private static void refuseExisting(Path place) {
    if (Files.exists(place)) {
      throw new CoterieException(
          ErrorCode.OUTPUT, "%s exists and is not replaced; move it away first.".formatted(place));
    }
  }

  public PartyCertificate authorityCertificate() {
    return authority.certificate();
  }

  public PartyCertificate coordinatorCertificate() {
    return PartyCertificate.read(coordinatorFolder().resolve(CoordinatorCredentials.CERTIFICATE));
  }

  /** Returns the certificates of the sites that are let in, by name. */
  public List<PartyCertificate> sites() {
    return new ArrayList<>(allowList().all());
  }

  public String address() {
    return Connection.readAddress(coordinatorFolder());
  }

  public Path authorityFolder() {
    return folder.resolve(AUTHORITY);
  }

  public Path coordinatorFolder() {
    return folder.resolve(COORDINATOR);
  }

  public Path siteFolder(String site) {
    return folder.resolve(SITE + site);
  }

  /** Adds a line to the list of what was signed: for people who look into the past. */
  private void noteIssued(PartyCertificate certificate) throws IOException {
    Path file = authorityFolder().resolve(ISSUED);
    String before = Files.exists(file) ? Files.readString(file) : ISSUED_HEADER;
    PrivateFiles.replace(
        file,
        before
            + "%s,%s,%s,%s,%s\n"
                .formatted(
                    certificate.x509().getSerialNumber().toString(16),
                    certificate.holder(),
                    certificate.from(),
                    certificate.until(),
                    certificate.fingerprint().digits()));
  }

  private AllowList allowList() {
    return AllowList.in(coordinatorFolder());
  }
}
