/** Groups of options that several commands share. */
package io.coterie.cli.options;
