#include "row_bench.h"

guint row_bench_fronts;

static const char *const senders[] = { "Ada Lovelace", "Ben Okri", "Cyd Charisse", "Dov Ber", "Eve Arden", "Fay Wray", "Gro Harlem" };
static const char *const subjects[] = { "Engine notes", "Famished road", "Dancing shoes", "Sunday lunch", "Broken boiler" };

static void
counted_out(GtkWidget *front, gpointer data)
{
  row_bench_fronts--;
}

static GtkWidget *
line(const char *class)
{
  GtkWidget *text = gtk_inscription_new(NULL);

  gtk_inscription_set_text_overflow(GTK_INSCRIPTION(text), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_inscription_set_nat_chars(GTK_INSCRIPTION(text), 20);
  gtk_widget_add_css_class(text, class);
  return text;
}

GtkWidget *
row_bench_front_new(void)
{
  GtkWidget *front = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *sender = line("sender");

  gtk_widget_set_hexpand(sender, TRUE);
  gtk_box_append(GTK_BOX(top), sender);
  gtk_box_append(GTK_BOX(top), gtk_label_new(NULL));
  gtk_box_append(GTK_BOX(front), top);
  gtk_box_append(GTK_BOX(front), line("subject"));
  gtk_box_append(GTK_BOX(front), line("preview"));
  gtk_widget_add_css_class(front, "front");
  g_signal_connect(front, "destroy", G_CALLBACK(counted_out), NULL);
  row_bench_fronts++;
  return front;
}

void
row_bench_front_show(GtkWidget *front, guint number)
{
  GtkWidget *top = gtk_widget_get_first_child(front);
  GtkWidget *subject = gtk_widget_get_next_sibling(top);
  char text[80];

  gtk_inscription_set_text(GTK_INSCRIPTION(gtk_widget_get_first_child(top)), senders[number % G_N_ELEMENTS(senders)]);
  g_snprintf(text, sizeof text, "%u:%02u", number / 60 % 24, number % 60);
  gtk_label_set_text(GTK_LABEL(gtk_widget_get_last_child(top)), text);
  gtk_inscription_set_text(GTK_INSCRIPTION(subject), subjects[number % G_N_ELEMENTS(subjects)]);
  g_snprintf(text, sizeof text, "Message %u, and what its first line would say to whoever reads it.", number);
  gtk_inscription_set_text(GTK_INSCRIPTION(gtk_widget_get_next_sibling(subject)), text);
}
