package io.coterie.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.trust.pki.Fingerprint;
import io.coterie.trust.pki.KeyFiles;
import io.coterie.trust.pki.OwnKey;
import io.coterie.trust.pki.PartyCertificate;
import io.coterie.trust.tls.PeerTrust;
import io.coterie.trust.tls.TlsProbe;
import io.coterie.trust.tls.TlsTrouble;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real handshakes on loopback. Every refusal must name its cause, at once. */
@Timeout(60) // a hang is a failure; each takes well under a second on an idle machine
class HandshakeTest {
  private static final Duration LONG = Folders.VALIDITY.plusDays(10);

  @TempDir Path folder;
  private TrustFolder ours;

  @BeforeEach
  void provision() {
    ours = Folders.provision(folder.resolve("ours"), "a", "b");
  }

  @Test
  void aListedSiteIsKnownByItsName() throws Exception {
    SiteCredentials site = SiteCredentials.load(ours.siteFolder("b"));
    try (WhoAmIServer server = server()) {
      TlsProbe.check(server.address(), site);

      assertThat(server.whoAmI(Optional.of(site.clientSslContext()))).isEqualTo("site b");
      assertThat(server.refusals()).isEmpty();
    }
  }

  @Test
  void noOlderTlsIsSpoken() throws Exception {
    SSLContext site = SiteCredentials.load(ours.siteFolder("b")).socketContext();
    try (WhoAmIServer server = server()) {
      shakeHands(server, site, "TLSv1.3");

      assertThatThrownBy(() -> shakeHands(server, site, "TLSv1.2"))
          .isInstanceOf(SSLException.class)
          .hasMessageContaining("protocol_version");
    }
  }

  private static void shakeHands(WhoAmIServer server, SSLContext context, String protocol)
      throws IOException {
    HostPort place = HostPort.of(server.address());
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(place.host(), place.port())) {
      socket.setEnabledProtocols(new String[] {protocol});
      socket.startHandshake();
    }
  }

  @Test
  void aSiteWithoutCertificateIsRefused() throws Exception {
    SslContext anonymous =
        GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
            .trustManager(ours.authorityCertificate().x509())
            .build();
    try (WhoAmIServer server = server()) {
      Throwable problem = catchThrowable(() -> server.whoAmI(Optional.of(anonymous)));

      assertNetwork(TlsTrouble.explain(problem, server.address()), "no certificate from this side");
    }
  }

  @Test
  void aSiteOfAnotherAuthorityIsRefused() throws Exception {
    TrustFolder theirs = Folders.provision(folder.resolve("theirs"), "a");
    try (WhoAmIServer server = server()) {
      SiteCredentials stranger = SiteCredentials.load(theirs.siteFolder("a"));

      assertNetwork(
          probe(server, stranger),
          "certificate of the coordinator is from another authority",
          ours.authorityCertificate().name(),
          "coterie cert show");
      assertNetwork(call(server, stranger), "another authority");
    }
  }

  /** Its own trust does not stop this one, so the coordinator must. */
  @Test
  void aStrangerWhoTrustsTheCoordinatorIsRefusedByIt() throws Exception {
    TrustFolder theirs = Folders.provision(folder.resolve("theirs"), "a");
    ours.authorityCertificate().write(theirs.siteFolder("a").resolve("ca.crt"));
    SslContext stranger = withoutOwnChecks(theirs.siteFolder("a"), ours.authorityCertificate());
    try (WhoAmIServer server = server()) {
      Throwable problem = catchThrowable(() -> server.whoAmI(Optional.of(stranger)));

      assertNetwork(TlsTrouble.explain(problem, server.address()), "from another authority");
      assertThat(server.refusals())
          .singleElement()
          .asString()
          .contains("certificate of site a is from another authority");
    }
  }

  @Test
  void anExpiredSiteIsToldSoByItsOwnClock() {
    CoterieException error =
        catchThrowableOfType(
            CoterieException.class,
            () -> new SiteCredentials(ours.siteFolder("a"), Folders.clockIn(LONG)));

    assertNetwork(error, "certificate of site a expired on", "the clock here says", "renewal");
  }

  @Test
  void aSiteThatExpiresWhileItRunsIsToldSoBeforeItConnects() throws Exception {
    MovingClock clock = new MovingClock();
    SiteCredentials site = new SiteCredentials(ours.siteFolder("a"), clock);
    clock.move(LONG);
    try (WhoAmIServer server = server()) {
      assertNetwork(probe(server, site), "certificate of site a expired on");
    }
  }

  @Test
  void anExpiredSiteWithASlowClockIsRefusedByTheCoordinator() throws Exception {
    MovingClock clock = new MovingClock();
    try (WhoAmIServer server =
        WhoAmIServer.of(new CoordinatorCredentials(ours.coordinatorFolder(), clock))) {
      clock.move(LONG);
      SiteCredentials site = SiteCredentials.load(ours.siteFolder("a"));

      assertNetwork(
          call(server, site),
          "it refuses this site",
          "certificate of site a expired on",
          "the coordinator's clock says",
          "The clock here says");
      assertThat(server.refusals()).first().asString().contains("certificate of site a expired on");
    }
  }

  @Test
  void anExpiredCoordinatorIsNamed() throws Exception {
    MovingClock clock = new MovingClock();
    SiteCredentials site = new SiteCredentials(longLived(), clock);
    try (WhoAmIServer server = server()) {
      clock.move(LONG);

      assertNetwork(
          probe(server, site), "certificate of the coordinator expired on", "the clock here says");
    }
  }

  @Test
  void aCertificateFromTheFutureNamesBothClocks() throws Exception {
    TrustFolder future =
        Folders.provision(folder.resolve("future"), Folders.clockIn(Duration.ofDays(3)), "a");
    CoterieException error =
        catchThrowableOfType(
            CoterieException.class, () -> SiteCredentials.load(future.siteFolder("a")));

    assertNetwork(
        error, "is not valid before", "the clock here says", "One of the two clocks is wrong");
  }

  @Test
  void aCoordinatorWithASlowClockIsFoundOut() throws Exception {
    MovingClock slow = new MovingClock();
    try (WhoAmIServer server =
        WhoAmIServer.of(new CoordinatorCredentials(ours.coordinatorFolder(), slow))) {
      slow.move(Duration.ofDays(-3));
      SiteCredentials site = SiteCredentials.load(ours.siteFolder("a"));

      assertNetwork(
          call(server, site),
          "certificate of site a is not valid before",
          "the coordinator's clock says",
          "The clock here says");
    }
  }

  @Test
  void aRevokedSiteIsToldThatItIsNotOnTheList() throws Exception {
    SiteCredentials site = SiteCredentials.load(ours.siteFolder("a"));
    try (WhoAmIServer server = server()) {
      assertThat(server.whoAmI(context(site))).isEqualTo("site a");
      ours.revoke("a");
      assertNetwork(
          call(server, site),
          "it refuses this site",
          "Site a is not on the coordinator's allow-list",
          site.certificate().fingerprint().toString());
      assertThat(server.refusals()).hasSize(1);
    }
  }

  @Test
  void anOlderCertificateOfAListedSiteIsRefused() throws Exception {
    SiteCredentials site = SiteCredentials.load(ours.siteFolder("a"));
    ours.revoke("a");
    Files.move(ours.siteFolder("a"), folder.resolve("old"));
    ours.addSite("a", Folders.VALIDITY);
    try (WhoAmIServer server = server()) {
      assertNetwork(call(server, site), "has another certificate of site a");
    }
  }

  @Test
  void aSiteCannotPassForTheCoordinator() throws Exception {
    // The files of site a, in the places of a coordinator's.
    Path fake = folder.resolve("fake");
    Files.createDirectories(fake);
    SiteCredentials.load(ours.siteFolder("a"));
    ours.authorityCertificate().write(fake.resolve("ca.crt"));
    Files.copy(ours.siteFolder("a").resolve("site.crt"), fake.resolve("coordinator.crt"));
    Files.copy(ours.siteFolder("a").resolve("site.key"), fake.resolve("coordinator.key"));
    CoterieException error =
        catchThrowableOfType(CoterieException.class, () -> CoordinatorCredentials.load(fake));

    assertThat(error).hasMessageContaining("is of site a, not of a coordinator");
  }

  @Test
  void aHostThatIsNotInTheCertificateIsRefused() throws Exception {
    TrustFolder elsewhere =
        TrustFolder.create(
            folder.resolve("elsewhere"),
            new TrustFolder.Plan(
                "hub.example:7443", List.of("::1"), List.of("a"), Folders.VALIDITY));
    SiteCredentials site = SiteCredentials.load(elsewhere.siteFolder("a"));
    try (WhoAmIServer server =
        WhoAmIServer.of(CoordinatorCredentials.load(elsewhere.coordinatorFolder()))) {
      assertNetwork(probe(server, site), "is for hub.example, 0:0:0:0:0:0:0:1, not for 127.0.0.1");
      assertNetwork(call(server, site), "not for 127.0.0.1");
    }
  }

  @Test
  void theOtherHostsOfACoordinatorAreRight() throws Exception {
    try (WhoAmIServer server = server()) {
      TlsProbe.check(server.at("localhost"), SiteCredentials.load(ours.siteFolder("a")));
    }
  }

  @Test
  void anotherCertificateThanAgreedOnIsRefused() throws Exception {
    Path place = ours.siteFolder("a");
    Connection agreed = Connection.read(place.resolve("connection.yaml"));
    Fingerprint other = ours.authorityCertificate().fingerprint();
    Files.writeString(
        place.resolve("connection.yaml"),
        new Connection(agreed.site(), agreed.coordinator(), Optional.of(other)).text());
    try (WhoAmIServer server = server()) {
      assertNetwork(
          probe(server, SiteCredentials.load(place)),
          "another certificate than the one agreed on",
          other.toString(),
          ours.coordinatorCertificate().fingerprint().toString());
    }
  }

  @Test
  void aPlaintextServerIsNamed() throws Exception {
    SiteCredentials site = SiteCredentials.load(ours.siteFolder("a"));
    try (WhoAmIServer server = WhoAmIServer.plaintext()) {
      assertNetwork(probe(server, site), "does not speak TLS", "--insecure");
      assertNetwork(call(server, site), "does not speak TLS");
    }
  }

  @Test
  void aPlaintextClientIsNamed() throws Exception {
    try (WhoAmIServer server = server()) {
      Throwable problem = catchThrowable(() -> server.whoAmI(Optional.empty()));

      assertNetwork(TlsTrouble.explain(problem, server.address()), "TLS", "--insecure");
      assertNetwork(
          catchThrowableOfType(
              CoterieException.class, () -> TlsProbe.checkPlaintext(server.address())),
          "wants TLS",
          "--insecure");
    }
    try (WhoAmIServer plain = WhoAmIServer.plaintext()) {
      TlsProbe.checkPlaintext(plain.address());
    }
  }

  @Test
  void nobodyListening() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    SiteCredentials site = SiteCredentials.load(ours.siteFolder("a"));
    CoterieException error =
        catchThrowableOfType(
            CoterieException.class, () -> TlsProbe.check("127.0.0.1:" + port, site));

    assertNetwork(error, "127.0.0.1:" + port, "refused", "coterie serve");
  }

  @Test
  void aSilentServerEndsInTime() throws Exception {
    SiteCredentials site = SiteCredentials.load(ours.siteFolder("a"));
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CoterieException error =
          catchThrowableOfType(
              CoterieException.class,
              () ->
                  TlsProbe.check(
                      "127.0.0.1:" + silent.getLocalPort(), site, Duration.ofMillis(300)));

      assertNetwork(error, "did not answer in time", "firewalls");
    }
  }

  @Test
  void anUnknownHostIsNamed() {
    SiteCredentials site = SiteCredentials.load(ours.siteFolder("a"));
    CoterieException error =
        catchThrowableOfType(
            CoterieException.class, () -> TlsProbe.check("nowhere.invalid:7443", site));

    assertNetwork(error, "nowhere.invalid:7443", "no name server knows that host");
  }

  private WhoAmIServer server() throws Exception {
    return WhoAmIServer.of(CoordinatorCredentials.load(ours.coordinatorFolder()));
  }

  /** Returns the folder of a site whose certificate lasts longer than the coordinator's. */
  private Path longLived() {
    return ours.addSite("long", LONG.plusDays(300));
  }

  private static Optional<SslContext> context(SiteCredentials site) {
    return Optional.of(site.clientSslContext());
  }

  /** Returns a client that shows the certificate in a folder whatever it is worth. */
  private static SslContext withoutOwnChecks(Path site, PartyCertificate trusted) throws Exception {
    return GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
        .keyManager(
            new OwnKey(
                KeyFiles.read(site.resolve("site.key"), KeyFiles.TLS),
                PartyCertificate.read(site.resolve("site.crt"))))
        .trustManager(
            PeerTrust.ofSite(Credentials.check(trusted, Clock.systemUTC()), Optional.empty()))
        .build();
  }

  private static CoterieException call(WhoAmIServer server, SiteCredentials site) {
    return TlsTrouble.explain(
        catchThrowable(() -> server.whoAmI(context(site))), server.address(), site);
  }

  private static CoterieException probe(WhoAmIServer server, SiteCredentials site) {
    return catchThrowableOfType(
        CoterieException.class, () -> TlsProbe.check(server.address(), site));
  }

  private static void assertNetwork(CoterieException error, String... parts) {
    assertThat(error).isNotNull();
    assertThat(error.code()).isEqualTo(ErrorCode.NETWORK);
    assertThat(error.getMessage()).contains(parts).doesNotContain("PRIVATE");
  }
}
