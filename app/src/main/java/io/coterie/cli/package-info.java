/** The command line: what a person or a script asks for, and what it is told. */
package io.coterie.cli;
