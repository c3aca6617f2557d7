import CDunnockAdwaita

/// Whether the desktop wants all that is to be read in full contrast.
package func isHighContrastWanted() -> Bool {
  adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0
}
