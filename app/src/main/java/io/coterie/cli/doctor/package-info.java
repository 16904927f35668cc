/** Checks of the installation, of a site and of a coordinator. */
package io.coterie.cli.doctor;
