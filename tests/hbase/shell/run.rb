# HBase's shell for a program: runs the commands of standard input, a line each, as a person would type them, and prints
# the line that its argument is after what each of them prints. The launcher of the shell itself is in no jar.
include Java
require 'irb'
require 'hbase_constants'
require 'hbase_shell'
require 'irb/hirb'
require 'hbase/hbase'

done = ARGV.shift
config = org.apache.hadoop.hbase.HBaseConfiguration.create
shell = Shell::Shell.new(Hbase::Hbase.new(config), false)
workspace = shell.get_workspace
STDIN.each_line do |line|
  begin
    eval(line, workspace.binding)
  rescue Exception => e # whatever it is, the one who typed the line is told
    puts "ERROR: #{e.class}: #{e.message}"
  end
  puts done
  STDOUT.flush
end
