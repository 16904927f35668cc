/** The coordinator's commands: serve, resume, status, logs, stop. */
package io.coterie.cli.coordinator;
