/** A site's command: join. */
package io.coterie.cli.site;
