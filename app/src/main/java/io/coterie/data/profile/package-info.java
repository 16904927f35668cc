/** What a site's own table holds, found out column by column. Nothing of it leaves the site. */
package io.coterie.data.profile;
