/** Violations of every architecture rule, planted so that a test can see each rule fail. */
package planted;
