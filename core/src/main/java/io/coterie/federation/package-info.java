/** Runs a study: sites and coordinator in one process, round by round, every message counted. */
package io.coterie.federation;
