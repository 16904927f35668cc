package io.coterie.trust;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Seed;
import io.coterie.secure.Identities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import javax.net.ssl.SSLSessionContext;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsTest {
  @TempDir Path temporary;
  private TrustFolder ours;
  private Path site;

  @BeforeEach
  void provision() {
    ours = Folders.provision(temporary.resolve("ours"), "a", "b", "c");
    site = ours.siteFolder("a");
  }

  private static List<byte[]> roster(TrustFolder folder) {
    CoordinatorCredentials coordinator = CoordinatorCredentials.load(folder.coordinatorFolder());
    return coordinator.roster(coordinator.sites());
  }

  @Test
  void everyPrivateKeyIsItsOwnersAlone() throws IOException {
    try (Stream<Path> files = Files.walk(temporary)) {
      List<Path> keys = files.filter(file -> file.toString().endsWith(".key")).toList();

      assertThat(keys).hasSize(2 + 2 * 3);
      for (Path key : keys) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
            .isEqualTo("rw-------");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "r-----r--"})
  void aKeyThatOthersMayReadIsRefusedWithTheRemedy(String permissions) throws IOException {
    for (String name : List.of("site.key", "identity.key")) {
      Path key = site.resolve(name);
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString(permissions));

      assertThatThrownBy(() -> SiteCredentials.load(site))
          .isInstanceOf(CoterieException.class)
          .hasMessageContaining("chmod 600 " + key)
          .hasMessageContaining(permissions);
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--------"));
    }
    assertThat(SiteCredentials.load(site).site()).isEqualTo("a"); // stricter is fine
  }

  @Test
  void aKeyOfAnotherSiteIsRefused() throws IOException {
    for (String name : List.of("site.key", "identity.key")) {
      Path key = site.resolve(name);
      Path own = Files.copy(key, temporary.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
      Files.copy(
          ours.siteFolder("b").resolve(name),
          key,
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.COPY_ATTRIBUTES);

      assertThatThrownBy(() -> SiteCredentials.load(site))
          .hasMessageContaining(name)
          .hasMessageContaining("does not belong to the certificate");
      Files.move(own, key, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Test
  void aCertificateOfAnotherAuthorityIsRefused() throws IOException {
    TrustFolder theirs = Folders.provision(temporary.resolve("theirs"), "a");
    theirs.authorityCertificate().write(site.resolve("ca.crt"));

    assertThatThrownBy(() -> SiteCredentials.load(site))
        .hasMessageContaining("was not given by the authority");
  }

  /** Java would keep 20,480 for a day: a soak of half an hour left some ten megabytes. */
  @Test
  void fewSessionsAreRemembered() {
    CoordinatorCredentials coordinator = CoordinatorCredentials.load(ours.coordinatorFolder());
    SiteCredentials member = SiteCredentials.load(site);
    List<SSLSessionContext> all =
        List.of(
            coordinator.serverSslContext(refusal -> {}).sessionContext(),
            coordinator.pageSslContext().getServerSessionContext(),
            member.clientSslContext().sessionContext(),
            member.socketContext().getClientSessionContext());

    assertThat(all)
        .allSatisfy(
            sessions -> {
              assertThat(sessions.getSessionCacheSize()).isBetween(1, 64);
              assertThat(sessions.getSessionTimeout()).isBetween(1, 300);
            });
  }

  @Test
  void anExpiredAuthorityIsNamed() {
    assertThatThrownBy(
            () ->
                new CoordinatorCredentials(
                    ours.coordinatorFolder(), Folders.clockIn(Duration.ofDays(5000))))
        .hasMessageContaining("certificate of the authority expired on");
  }

  @Test
  void noCertificateOutlivesItsAuthority() {
    assertThatThrownBy(() -> ours.addSite("d", Duration.ofDays(4000)))
        .hasMessageContaining("The authority ends on");
  }

  @Test
  void missingFilesAreNamed() throws IOException {
    for (String name : List.of("ca.crt", "site.crt", "site.key", "identity.key")) {
      Path away = Files.move(site.resolve(name), temporary.resolve(name));

      assertThatThrownBy(() -> SiteCredentials.load(site))
          .isInstanceOf(CoterieException.class)
          .hasMessageContaining("There is no file " + site.resolve(name));
      Files.move(away, site.resolve(name));
    }
    assertThatThrownBy(() -> SiteCredentials.load(temporary.resolve("nowhere")))
        .hasMessageContaining("There is no folder");
  }

  @Test
  void aMisspeltKeyInTheConnectionIsNamed() throws IOException {
    Path file = site.resolve("connection.yaml");
    Files.writeString(file, Files.readString(file).replace("fingerprint:", "fingerprnt:"));

    assertThatThrownBy(() -> SiteCredentials.load(site))
        .hasMessageContaining("unknown key fingerprnt")
        .hasMessageContaining("Did you mean fingerprint?");
  }

  @Test
  void theFolderHoldsWhatASiteNeeds() {
    SiteCredentials credentials = SiteCredentials.load(site);

    assertThat(credentials.address()).isEqualTo("127.0.0.1:7443");
    assertThat(credentials.identity().publicKey())
        .isEqualTo(credentials.certificate().identity().orElseThrow());
    assertThat(Connection.read(site.resolve("connection.yaml")).fingerprint())
        .contains(ours.coordinatorCertificate().fingerprint());
  }

  @Test
  void sitesKnowEachOtherFromCertificatesAlone() {
    List<byte[]> roster = roster(ours);
    Identities identities = SiteCredentials.load(site).identities(roster, List.of("c", "a", "b"));

    assertThat(identities.sites()).containsExactly("a", "b", "c");
  }

  /** The coordinator passes the certificates on and must gain nothing by changing them. */
  @Test
  void aSiteDoesNotTakeTheCoordinatorAtItsWord() throws IOException {
    SiteCredentials credentials = SiteCredentials.load(site);
    List<String> expected = List.of("a", "b", "c");
    List<byte[]> roster = roster(ours);
    TrustFolder theirs = Folders.provision(temporary.resolve("theirs"), "a", "b", "c");
    byte[] forged = theirs.sites().get(1).encoded();
    ours.revoke("a");
    Files.move(site, temporary.resolve("old"));
    ours.addSite("a", Folders.VALIDITY);
    byte[] otherA = ours.sites().get(0).encoded();

    assertRefused(credentials, with(roster, 1, forged), expected, "another authority");
    assertRefused(credentials, with(roster, 1, roster.get(2)), expected, "names site c twice");
    assertRefused(credentials, roster.subList(0, 2), expected, "of the sites [a, b]");
    assertRefused(credentials, roster, List.of("a", "b"), "but the study is of [a, b]");
    assertRefused(credentials, with(roster, 0, otherA), expected, "another certificate of site a");
    assertRefused(credentials, with(roster, 1, new byte[100]), expected, "no site's certificate");
    assertRefused(
        credentials,
        with(roster, 1, ours.coordinatorCertificate().encoded()),
        expected,
        "certificate of the coordinator");
    byte[] changed = roster.get(1).clone();
    changed[changed.length - 1] ^= 1; // the signature
    assertRefused(credentials, with(roster, 1, changed), expected, "another authority");
  }

  @Test
  void noDamagedCertificateGetsThrough() {
    SiteCredentials credentials = SiteCredentials.load(site);
    List<byte[]> roster = roster(ours);
    SplittableRandom random = new Seed(9).random();
    for (int i = 0; i < roster.get(1).length; i += 3) {
      byte[] damaged = roster.get(1).clone();
      damaged[i] ^= (byte) (1 << random.nextInt(8));

      assertThatThrownBy(
              () -> credentials.identities(with(roster, 1, damaged), List.of("a", "b", "c")))
          .as("byte %d", i)
          .isInstanceOf(CoterieException.class);
    }
  }

  private static List<byte[]> with(List<byte[]> roster, int index, byte[] other) {
    List<byte[]> changed = new ArrayList<>(roster);
    changed.set(index, other);
    return changed;
  }

  private static void assertRefused(
      SiteCredentials credentials, List<byte[]> roster, List<String> expected, String part) {
    assertThatThrownBy(() -> credentials.identities(roster, expected))
        .isInstanceOfSatisfying(
            CoterieException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.NETWORK))
        .hasMessageContaining(part)
        .hasMessageContaining("does not take part");
  }

  /** Damages every file of every folder in turn; whatever is said then shows no part of a key. */
  @Test
  void noTextEverShowsAPrivateKey() throws IOException {
    List<String> secrets = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> all = Files.walk(temporary)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      if (file.toString().endsWith(".key")) {
        Files.readAllLines(file).stream()
            .filter(line -> !line.startsWith("-"))
            .forEach(secrets::add);
      }
    }
    SplittableRandom random = new Seed(5).random();
    StringBuilder said = new StringBuilder();
    int refused = 0;
    for (Path file : files) {
      byte[] whole = Files.readAllBytes(file);
      String key = Files.readString(ours.authorityFolder().resolve("ca.key"));
      for (byte[] content : List.of(damaged(whole, random), half(whole), key.getBytes(UTF_8))) {
        Files.write(file, content);
        for (ThrowingCallable load :
            List.<ThrowingCallable>of(
                () ->
                    said.append(SiteCredentials.load(site))
                        .append(SiteCredentials.load(site).identity()),
                () -> said.append(CoordinatorCredentials.load(ours.coordinatorFolder()).sites()),
                () -> said.append(TrustFolder.open(temporary.resolve("ours")).sites()))) {
          for (Throwable e = catchThrowable(load); e != null; e = e.getCause()) {
            said.append(e).append('\n');
            refused++;
          }
        }
      }
      Files.write(file, whole);
    }
    assertThat(refused).isGreaterThan(files.size());
    assertThat(said.toString()).contains("credentials of site a");
    for (String secret : secrets) {
      for (int i = 0; i + 8 <= secret.length(); i += 4) {
        assertThat(said).doesNotContain(secret.substring(i, i + 8));
      }
    }
  }

  private static byte[] damaged(byte[] whole, SplittableRandom random) {
    byte[] damaged = whole.clone();
    for (int i = 0; i < 5; i++) {
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(7));
    }
    return damaged;
  }

  private static byte[] half(byte[] whole) {
    return Arrays.copyOf(whole, whole.length / 2);
  }
}
